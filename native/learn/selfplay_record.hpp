// A game of self-play with what its searches found, and the bytes of a game: the native twin of store/packed.py.
//
// docs/store.md has the table of the bytes. Here every game has values and policies, and begins at the game's own
// start; what else a game may hold (players and the ids of their weights, seconds) is passed over.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace kishi {

struct MctsPly {
  Move move = kNoMove;
  float value = 0;  // for the mover, as the search saw it
  std::vector<std::pair<Move, float>> target;
};

// Reasons of an end, as the referee of Python calls them.
inline constexpr std::string_view kResigned = "resigned", kTooLong = "too long", kAdjudicated = "adjudicated";

struct SelfPlayRecord {
  std::vector<Move> opening;
  std::vector<MctsPly> plies;
  Verdict verdict = Verdict::Running;
  std::string reason;  // why it ended, if not by the rules
};

// The moves that matter of a target, which may have hundreds.
inline std::vector<std::pair<Move, float>> most_likely(std::vector<std::pair<Move, float>> target) {
  constexpr std::size_t most = 48;
  constexpr float least = 0.5f / 65535;
  std::stable_sort(target.begin(), target.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  while (target.size() > most || (target.size() > 1 && target.back().second < least)) target.pop_back();
  return target;
}

static_assert(std::endian::native == std::endian::little, "the bytes of a game are little-endian");

// Which parts a game has beside its moves.
enum RecordPart : std::uint8_t {
  kStart = 1,
  kPlayers = 2,
  kReason = 4,
  kValues = 8,
  kSeconds = 16,
  kPolicy = 32,
  kWeights = 64
};
inline constexpr std::int16_t kNoValue = std::numeric_limits<std::int16_t>::min();
inline constexpr float kValueScale = 32767, kShareScale = 65535;

class RecordWriter {
 public:
  void add(const SelfPlayRecord& game) {
    const std::size_t begin = bytes_.size();
    number<std::uint32_t>(0);  // the length, known at the end
    number(std::uint8_t(game.verdict));
    number(std::uint8_t(kValues | kPolicy | (game.reason.empty() ? 0 : kReason)));
    number(std::uint16_t(game.opening.size() + game.plies.size()));
    number(std::uint16_t(game.opening.size()));
    if (!game.reason.empty()) text(game.reason);
    for (const Move m : game.opening) number(std::uint16_t(m));
    for (const MctsPly& ply : game.plies) number(std::uint16_t(ply.move));
    for (std::size_t i = 0; i < game.opening.size(); ++i) number(kNoValue);
    for (const MctsPly& ply : game.plies) number(scaled<std::int16_t>(std::clamp(ply.value, -1.f, 1.f), kValueScale));
    for (std::size_t i = 0; i < game.opening.size(); ++i) number(std::uint8_t(0));
    for (const MctsPly& ply : game.plies) policy(ply);
    const std::uint32_t length = std::uint32_t(bytes_.size() - begin - sizeof(std::uint32_t));
    std::memcpy(bytes_.data() + begin, &length, sizeof length);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  static T scaled(float x, float scale) {
    return T(std::lrint(x * scale));
  }
  template <class T>
  void number(T n) {
    bytes_.append(reinterpret_cast<const char*>(&n), sizeof n);
  }
  void text(std::string_view t) {
    number(std::uint16_t(t.size()));
    bytes_ += t;
  }
  void policy(const MctsPly& ply) {
    number(std::uint8_t(ply.target.size()));
    for (const auto& [move, share] : ply.target) {
      number(std::uint16_t(move));
      number(scaled<std::uint16_t>(std::clamp(share, 0.f, 1.f), kShareScale));
    }
  }

  std::string bytes_;
};

class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : bytes_(bytes) {}

  bool more() const { return at_ < bytes_.size(); }
  SelfPlayRecord next() {
    const std::size_t length = number<std::uint32_t>(), begin = at_;
    SelfPlayRecord game;
    const auto verdict = number<std::uint8_t>(), parts = number<std::uint8_t>();
    if (verdict < 1 || verdict > 3 || parts & kStart) broken();
    game.verdict = Verdict(verdict);
    const std::size_t moves = number<std::uint16_t>(), opening = number<std::uint16_t>();
    if (opening > moves) broken();
    game.opening.resize(opening);
    game.plies.resize(moves - opening);
    if (parts & kPlayers) text(), text();
    if (parts & kWeights) text(), text();
    if (parts & kReason) game.reason = text();
    for (Move& m : game.opening) m = number<std::uint16_t>();
    for (MctsPly& ply : game.plies) ply.move = number<std::uint16_t>();
    if (parts & kValues) values(game);
    if (parts & kSeconds) skip(moves * sizeof(float));
    if (parts & kPolicy) policies(game);
    if (at_ - begin != length) broken();
    return game;
  }

 private:
  [[noreturn]] static void broken() { throw std::invalid_argument("these are not games of self-play"); }
  void values(SelfPlayRecord& game) {
    skip(game.opening.size() * sizeof(std::int16_t));
    for (MctsPly& ply : game.plies) {
      const auto value = number<std::int16_t>();
      ply.value = value == kNoValue ? 0 : float(value) / kValueScale;
    }
  }
  void policies(SelfPlayRecord& game) {
    for (std::size_t i = 0; i < game.opening.size(); ++i) skip(2 * sizeof(std::uint16_t) * number<std::uint8_t>());
    for (MctsPly& ply : game.plies) policy(ply);
  }
  void policy(MctsPly& ply) {
    ply.target.resize(number<std::uint8_t>());
    float total = 0;
    for (auto& [move, share] : ply.target) {
      move = number<std::uint16_t>();
      total += share = number<std::uint16_t>();
    }
    if (!ply.target.empty() && total <= 0) broken();
    for (auto& [move, share] : ply.target) share /= total;
  }
  std::string text() {
    const std::size_t size = number<std::uint16_t>(), begin = at_;
    skip(size);
    return std::string(bytes_.substr(begin, size));
  }
  void skip(std::size_t size) {
    if (size > bytes_.size() - at_) broken();
    at_ += size;
  }
  template <class T>
  T number() {
    T n;
    const std::size_t begin = at_;
    skip(sizeof n);
    std::memcpy(&n, bytes_.data() + begin, sizeof n);
    return n;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace kishi

// A game of self-play with what its searches found, and its form on disk.
//
// A game is its result (0 first wins, 1 draw, 2 second wins), 1 if it was resigned, the first player's edge in
// hundredths (int8), the numbers of opening moves and of plies (uint16), the opening moves (uint16), and for each ply
// its move (uint16), its value x 32767 (int16), how many moves its target has (uint8; 0: none is to be learned) and
// those: move, share x 65535 (uint16). All little-endian.
#pragma once

#include <cmath>
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

struct SelfPlayRecord {
  std::vector<Move> opening;
  std::vector<MctsPly> plies;
  Verdict verdict = Verdict::Running;
  bool resigned = false;
  int edge = 0;  // in hundredths: how much weaker than the first player the second was, or minus that
};

// What a network sees of a position: the game's planes, and in one more, if there is room for it, the mover's edge.
template <Game G>
void encode_told(const G& game, const typename G::Position& p, float edge_of_first, std::span<float> planes) {
  const std::size_t own = std::size_t(game.planes()) * game.rows() * game.cols();
  game.encode(p, planes.first(own));
  const auto told = planes.subspan(own);
  std::fill(told.begin(), told.end(), game.turn(p) == Side::First ? edge_of_first : -edge_of_first);
}

// The moves that matter of a target, which may have hundreds.
inline std::vector<std::pair<Move, float>> most_likely(std::vector<std::pair<Move, float>> target) {
  constexpr std::size_t most = 48;
  constexpr float least = 0.5f / 65535;
  std::stable_sort(target.begin(), target.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  while (target.size() > most || (target.size() > 1 && target.back().second < least)) target.pop_back();
  return target;
}

class RecordWriter {
 public:
  void add(const SelfPlayRecord& game) {
    byte(game.verdict == Verdict::FirstWins ? 0 : game.verdict == Verdict::Draw ? 1 : 2);
    byte(game.resigned);
    byte(std::uint8_t(game.edge));
    number(game.opening.size());
    number(game.plies.size());
    for (const Move m : game.opening) number(m);
    for (const MctsPly& ply : game.plies) {
      number(ply.move);
      number(std::uint16_t(std::lrint(std::clamp(ply.value, -1.f, 1.f) * 32767)));
      byte(ply.target.size());
      for (const auto& [move, share] : ply.target) {
        number(move);
        number(std::size_t(std::lrint(std::clamp(share, 0.f, 1.f) * 65535)));
      }
    }
  }
  const std::string& bytes() const { return bytes_; }

 private:
  void byte(std::size_t b) { bytes_ += char(b); }
  void number(std::size_t n) {
    byte(n & 255);
    byte(n >> 8 & 255);
  }
  std::string bytes_;
};

class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : bytes_(bytes) {}

  bool more() const { return at_ < bytes_.size(); }
  SelfPlayRecord next() {
    SelfPlayRecord game;
    const std::size_t result = byte();
    if (result > 2) broken();
    game.verdict = std::array{Verdict::FirstWins, Verdict::Draw, Verdict::SecondWins}[result];
    game.resigned = byte() != 0;
    game.edge = std::int8_t(byte());
    if (std::abs(game.edge) > 100) broken();
    game.opening.resize(number());
    const std::size_t plies = number();
    for (Move& m : game.opening) m = number();
    for (std::size_t i = 0; i < plies; ++i) game.plies.push_back(ply());
    return game;
  }

 private:
  [[noreturn]] static void broken() { throw std::invalid_argument("these are not games of self-play"); }
  MctsPly ply() {
    MctsPly p;
    p.move = number();
    p.value = float(std::int16_t(number())) / 32767;
    p.target.resize(byte());
    float total = 0;
    for (auto& [move, share] : p.target) {
      move = number();
      total += share = number();
    }
    if (!p.target.empty() && total <= 0) broken();
    for (auto& [move, share] : p.target) share /= total;
    return p;
  }
  std::uint8_t byte() {
    if (at_ == bytes_.size()) broken();
    return std::uint8_t(bytes_[at_++]);
  }
  std::uint16_t number() {
    const std::uint16_t low = byte();
    return std::uint16_t(low | byte() << 8);
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace kishi

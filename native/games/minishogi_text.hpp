// The texts of minishogi: positions as SFEN, moves as USI and, read only, in the notation of the
// minishogi write-up.
#pragma once

#include "games/minishogi_moves.hpp"

namespace kishi::minishogi {

constexpr std::string_view kLetters = "PSGBRK";  // by base kind, less one

inline std::string piece_text(Side side, int kind) {
  const char c = kLetters[base(kind) - 1];
  return std::string(kind & kPromotion ? "+" : "") + char(side == Side::First ? c : c - 'A' + 'a');
}

inline std::string hand_text(const Position& p) {
  std::string s;
  for (Side side : {Side::First, Side::Second})
    for (int h : {4, 3, 2, 1, 0}) {  // R B G S P
      const int n = p.in_hand(side, h);
      if (n > 1) s += char('0' + n);
      if (n > 0) s += piece_text(side, h + 1);
    }
  return s.empty() ? "-" : s;
}

inline std::string position_text(const Position& p) {
  std::string s;
  for (int row = 0; row < kSize; ++row) {
    int empty = 0;
    const auto flush = [&] {
      if (empty) s += char('0' + std::exchange(empty, 0));
    };
    for (int square = row * kSize; square < (row + 1) * kSize; ++square) {
      const int kind = p.kind_at(square);
      if (kind == Empty) {
        ++empty;
      } else {
        flush();
        s += piece_text(p.sides[0] & bit(square) ? Side::First : Side::Second, kind);
      }
    }
    flush();
    if (row + 1 < kSize) s += '/';
  }
  return s + (p.turn == Side::First ? " b " : " w ") + hand_text(p) + " 1";
}

inline std::uint64_t fresh_key(const Position& p) {
  std::uint64_t key = p.turn == Side::Second ? kKeys.second_to_move : 0;
  for (int side = 0; side < 2; ++side) {
    for (Bits b = p.sides[side]; b;) {
      const int square = take(b);
      key += kKeys.piece[side][p.kind_at(square)][square];
    }
    for (int h = 0; h < kHandKinds; ++h) key += kKeys.hand[side][h + 1] * std::uint64_t(p.in_hand(Side(side), h));
  }
  return key;
}

inline void put(Position& p, Side side, int kind, int square) {
  for (int i = 0; i < 4; ++i) p.planes[i] |= Bits(kind >> i & 1) << square;
  p.sides[int(side)] |= bit(square);
}

// Reads an SFEN; each step takes its part of the text or throws.
class SfenReader {
 public:
  explicit SfenReader(std::string_view text) : whole_(text) {}

  Position read() {
    for (std::size_t begin = 0; begin < whole_.size();) {
      const std::size_t end = std::min(whole_.find(' ', begin), whole_.size());
      if (end > begin) words_.push_back(whole_.substr(begin, end - begin));
      begin = end + 1;
    }
    if (words_.size() < 3 || words_.size() > 4)
      fail("a position is its rows, 'b' or 'w', the hands or '-', and a move number");
    read_rows(words_[0]);
    read_turn(words_[1]);
    read_hands(words_[2]);
    if (words_.size() == 4) check_number(words_[3]);
    check_pieces();
    p_.key = fresh_key(p_);
    return p_;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::invalid_argument("not a minishogi position: " + quoted(whole_) + ": " + why +
                                "; the start is 'rbsgk/4p/5/P4/KGSBR b - 1'");
  }

  struct Piece {
    Side side;
    int kind;
  };
  Piece piece(char c) const {
    const bool lower = c >= 'a' && c <= 'z';
    const std::size_t i = kLetters.find(lower ? char(c - 'a' + 'A') : c);
    if (i == std::string_view::npos)
      fail(quoted(std::string_view(&c, 1)) + " is no piece: use K G S B R P, small for the second player");
    return {lower ? Side::Second : Side::First, int(i) + 1};
  }

  void read_rows(std::string_view rows) {
    int row = 0, col = 0;
    bool plus = false;
    for (char c : rows) {
      if (c == '/') {
        end_row(row++, col);
        col = 0;
      } else if (c == '+' && !plus) {
        plus = true;
        continue;
      } else if (c >= '1' && c <= '5') {
        col += c - '0';
      } else {
        const Piece read = piece(c);
        if (plus && !promotes(read.kind)) fail("kings and golds do not promote");
        if (row < kSize && col < kSize)
          put(p_, read.side, read.kind | (std::exchange(plus, false) ? kPromotion : 0), row * kSize + col);
        ++col;
      }
      if (plus) fail("'+' must stand before a piece");
    }
    if (plus) fail("'+' must stand before a piece");
    end_row(row, col);
    if (row + 1 != kSize) fail("there must be 5 rows");
  }
  void end_row(int row, int cols) const {
    if (cols != kSize) fail("row " + std::to_string(row + 1) + " does not have 5 squares");
  }

  void read_turn(std::string_view turn) {
    if (turn != "b" && turn != "w") fail("the side to move is 'b' (first) or 'w' (second)");
    p_.turn = turn == "b" ? Side::First : Side::Second;
  }

  void read_hands(std::string_view hands) {
    if (hands == "-") return;
    int count = 0;
    for (char c : hands) {
      if (count == 0 && (c == '1' || c == '2')) {
        count = c - '0';
        continue;
      }
      const Piece held = piece(c);
      if (held.kind == King) fail("a king is never in hand");
      const int n = p_.in_hand(held.side, held.kind - 1) + std::max(1, std::exchange(count, 0));
      if (n > 2) fail("there are at most two pieces of a kind");
      const int shift = 2 * (held.kind - 1);
      std::uint16_t& hand = p_.hands[int(held.side)];
      hand = std::uint16_t((hand & ~(3 << shift)) | n << shift);
    }
    if (count) fail("a number in the hands must stand before a piece");
  }

  void check_number(std::string_view number) const {
    const bool digits = number.find_first_not_of("0123456789") == std::string_view::npos;
    if (!digits || number.find_first_not_of('0') == std::string_view::npos) fail("the move number must be 1 or more");
  }

  void check_pieces() const {
    for (int h = 0; h < kHandKinds; ++h) {
      const int on_board = std::popcount(p_.of_kind(h + 1)) + std::popcount(p_.of_kind((h + 1) | kPromotion));
      if (on_board + p_.in_hand(Side::First, h) + p_.in_hand(Side::Second, h) > 2)
        fail("there are at most two pieces of a kind");
    }
    check_side<Side::First>();
    check_side<Side::Second>();
    const bool checked = p_.turn == Side::First ? king_attacked<Side::Second>() : king_attacked<Side::First>();
    if (checked) fail("the side that has just moved is in check");
  }
  template <Side S>
  void check_side() const {
    const Army army(p_, S);
    if (std::popcount(army.king) != 1) fail("each side must have one king");
    if (army.pawns & last_row<S>()) fail("a pawn on its last row must be promoted");
    if (std::popcount(files_of(army.pawns)) != kSize * std::popcount(army.pawns))
      fail("a side may not have two unpromoted pawns on a file");
  }
  template <Side S>
  bool king_attacked() const {
    const int king = first_of(p_.of_kind(King) & p_.sides[int(S)]);
    return Army(p_, other(S)).template attackers<other(S)>(king, p_.occupied()) != 0;
  }

  std::string_view whole_;
  std::vector<std::string_view> words_;
  Position p_;
};

inline std::string square_text(int square) { return {char('5' - square % kSize), char('a' + square / kSize)}; }

inline std::string action_text(Move m) {
  const Action a = action(m);
  if (a.drop()) return std::string{kLetters[a.from - kSquares], '*'} + square_text(a.to);
  return square_text(a.from) + square_text(a.to) + (a.promotion() ? "+" : "");
}

// The move from one square to another, or kNoMove; a square that was not read is negative.
constexpr Move move_between(int from, int to, bool promotion) {
  if (from < 0 || to < 0) return kNoMove;
  return (promotion ? kActionTable.promotion : kActionTable.plain)[from][to];
}

constexpr int usi_square(std::string_view s) {
  const bool fits = s[0] >= '1' && s[0] <= '5' && s[1] >= 'a' && s[1] <= 'e';
  return fits ? (s[1] - 'a') * kSize + ('5' - s[0]) : -1;
}
inline Move usi_move(std::string_view s) {
  if (s.size() != 4 && !(s.size() == 5 && s[4] == '+')) return kNoMove;
  const int to = usi_square(s.substr(2));
  if (s[1] != '*') return move_between(usi_square(s), to, s.size() == 5);
  const std::size_t kind = kLetters.substr(0, kHandKinds).find(s[0]);
  return kind == std::string_view::npos || to < 0 || s.size() == 5 ? kNoMove : drop_move(int(kind), to);
}

// The write-up counts ranks from the bottom and names files A to E from the left.
constexpr int ranked_square(std::string_view s) {
  const bool fits = s[0] >= '1' && s[0] <= '5' && s[1] >= 'A' && s[1] <= 'E';
  return fits ? ('5' - s[0]) * kSize + (s[1] - 'A') : -1;
}
inline Move ranked_move(std::string_view s) {
  if (s.size() != 4 && !(s.size() == 5 && s[4] == 'N')) return kNoMove;
  constexpr std::array<std::string_view, kHandKinds> names = {"FU", "GI", "KI", "KK", "HI"};
  const int to = ranked_square(s);
  for (int h = 0; h < kHandKinds; ++h)
    if (s.substr(2) == names[h]) return to < 0 ? kNoMove : drop_move(h, to);
  return move_between(to, ranked_square(s.substr(2)), s.size() == 5);
}

inline Move read_move(std::string_view text) {
  Move m = usi_move(text);
  if (m == kNoMove) m = ranked_move(text);
  if (m == kNoMove)
    throw std::invalid_argument("not a minishogi move: " + quoted(text) +
                                "; moves look like 5d5c, 5b5a+ or P*3c (also 2A3A, 4A5AN, 3CGI)");
  return m;
}

}  // namespace kishi::minishogi

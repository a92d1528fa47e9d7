// Mate in minishogi: the side to move gives check with every move until the other has no answer.
//
// A depth-first proof-number search decides whether there is a mate; the same search, bounded in length,
// then finds the shortest. A proof never rests on a repetition, because a cycle is no mate (perpetual
// check loses), so it holds whatever came before. A disproof may rest on one, and then only on the path
// it was found on; such a disproof is a claim, believed when the claims close: after every check the
// defender has an answer that is itself claimed, so the attacker can never leave them. Otherwise the
// search begins again, with the proof that it had overlooked.
#pragma once

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/budget.hpp"
#include "games/minishogi.hpp"
#include "solve/minishogi_mate_table.hpp"

namespace kishi {

struct Mate {
  bool found = false, disproved = false;  // neither: the budget was spent first
  bool shortest = false;                  // no mate is shorter than `plies`
  int plies = 0;
  std::vector<Move> line;
  std::uint64_t nodes = 0;
};

// A checking move that mates within `plies` (odd), or kNoMove: by trying everything, for a few plies
// inside other searches.
inline Move mate_within(const Minishogi& game, const Minishogi::Position& p, int plies) {
  if (plies == 1) return game.mating(p);
  Moves<Minishogi> checks, answers;
  game.checks(p, checks);
  for (Move m : checks) {
    const Minishogi::Position checked = game.play(p, m);
    game.legal(checked, answers);
    const bool mated = std::all_of(answers.begin(), answers.end(), [&](Move answer) {
      return mate_within(game, game.play(checked, answer), plies - 2) != kNoMove;
    });
    if (mated) return m;
  }
  return kNoMove;
}
inline Move mate_in_3(const Minishogi& game, const Minishogi::Position& p) { return mate_within(game, p, 3); }

class MateSolver {
 public:
  using Position = Minishogi::Position;

  explicit MateSolver(const Minishogi& game, std::size_t megabytes = 32) : game_(game), table_(megabytes) {}

  Mate solve(const Position& p, const Budget& budget) {
    budget_ = &budget;
    attacker_ = p.turn;
    nodes_ = 0;
    stopped_ = false;
    Mate mate;
    while (!mate.found && !mate.disproved && !stopped_) {
      table_.forget_claims();
      const MateFacts known = searched(p, kEndless);
      if (known.mated_within(kEndless))
        shorten(p, known.mate, mate);
      else
        mate.disproved = known.never() || (known.claimed && closes(p));
    }
    mate.nodes = nodes_;
    return mate;
  }

 private:
  static constexpr int kDeepest = 200;  // plies of a line in the endless search

  struct Child {
    Move move;
    MateFacts facts;
  };
  struct Limits {
    std::uint32_t proof, disproof;
  };

  // What is known of a position after searching it for a mate of at most `length` plies.
  MateFacts searched(const Position& p, int length) {
    path_.clear();
    children_.clear();
    MateFacts known = looked_up(p, length);
    while (!known.decided(length) && !stopped_) known = expanded(p, length, {kMostProof, kMostProof});
    return known;
  }

  // What is known of a position before it is expanded. A defender without an answer is mated; the more
  // answers it has, the harder the proof.
  MateFacts looked_up(const Position& p, int length) {
    MateFacts facts = table_.find(p.key, length);
    if (facts.decided(length) || facts.met) return facts;
    if (p.turn != attacker_) {
      const int answers = game_.count_legal(p);
      facts.proof = std::uint32_t(answers);
      if (answers == 0)
        facts.prove(0);
      else if (length == 0)
        facts.disprove(0);
    }
    return facts;
  }

  // One node: widens the most promising child until a limit is reached or the node is decided.
  MateFacts expanded(const Position& p, int length, Limits limits) {
    if (budget_->spent(nodes_++)) stopped_ = true;
    const std::uint64_t nodes_before = nodes_;
    const std::size_t begin = children_.size();
    path_.push_back(p.key);
    add_children(p, length);
    MateFacts facts;
    for (;;) {
      const Choice choice = p.turn == attacker_ ? chosen<true>(begin, length, limits, facts)
                                                : chosen<false>(begin, length, limits, facts);
      if (stopped_ || facts.decided(length) || facts.proof >= limits.proof || facts.disproof >= limits.disproof) break;
      const Position next = game_.play(p, children_[choice.child].move);
      const MateFacts widened = expanded(next, shorter(length), choice.limits);
      children_[choice.child].facts = widened;
    }
    path_.pop_back();
    children_.resize(begin);
    if (!stopped_) table_.keep(p.key, length, facts, nodes_ - nodes_before);
    return facts;
  }

  static int shorter(int length) { return length == kEndless ? kEndless : length - 1; }

  // One child that settles the matter is enough.
  void add_children(const Position& p, int length) {
    const bool attacks = p.turn == attacker_;
    Moves<Minishogi> moves;
    if (attacks)
      game_.checks(p, moves);
    else
      game_.legal(p, moves);
    for (Move m : moves) {
      const Position next = game_.play(p, m);
      MateFacts facts = looked_up(next, shorter(length));
      if (length == kEndless && !facts.decided(length) && cyclic(next.key)) facts.claim();
      children_.push_back({m, facts});
      if ((attacks ? facts.proof : facts.disproof) == 0) break;
    }
  }
  bool cyclic(std::uint64_t key) const {
    return path_.size() >= kDeepest || std::find(path_.begin(), path_.end(), key) != path_.end();
  }

  // The child to widen next, and until when: its rival becomes the better one, or the node's limit is
  // reached. Going a little beyond the rival saves going to and fro.
  struct Choice {
    std::size_t child;
    Limits limits;
  };
  template <bool Attacks>
  Choice chosen(std::size_t begin, int length, Limits limits, MateFacts& facts) const {
    MateSum<Attacks> sum;
    std::size_t best = begin;
    std::uint32_t rival = kMostProof;
    for (std::size_t i = begin; i < children_.size(); ++i) {
      const std::uint32_t effort = Attacks ? children_[i].facts.proof : children_[i].facts.disproof;
      if (effort < sum.easiest()) {
        rival = sum.easiest();
        best = i;
      } else {
        rival = std::min(rival, effort);
      }
      sum.add(children_[i].facts);
    }
    facts = sum.facts(length);
    const std::uint32_t until_rival = rival + rival / 4 + 1;
    if (Attacks) return {best, {std::min(limits.proof, until_rival), limits.disproof - sum.others()}};
    return {best, {limits.proof - sum.others(), std::min(limits.disproof, until_rival)}};
  }

  // Mates shorter than the one proved, shortest first.
  void shorten(const Position& p, int proved, Mate& mate) {
    mate.found = true;
    mate.plies = proved;
    for (int length = 1; length < proved && !stopped_; length += 2)
      if (const MateFacts known = searched(p, length); known.mated_within(length)) {
        mate.plies = length;
        break;
      }
    mate.shortest = !stopped_;
    mate.line = main_line(p, mate.plies);
  }

  // Best play by both in a mate of this length. When the budget is spent on the way, it may be shorter.
  std::vector<Move> main_line(Position p, int plies) {
    std::vector<Move> line;
    for (int left = plies; left > 0; --left) {
      const Move m = p.turn == attacker_ ? mating_move(p, left) : longest_answer(p, left);
      if (m == kNoMove) break;
      line.push_back(m);
      p = game_.play(p, m);
    }
    return line;
  }
  Move mating_move(const Position& p, int left) {
    Moves<Minishogi> moves;
    game_.checks(p, moves);
    for (Move m : moves)
      if (searched(game_.play(p, m), left - 1).mated_within(left - 1)) return m;
    return kNoMove;
  }
  // All answers are mated in what is left; the longest is not mated two plies sooner.
  Move longest_answer(const Position& p, int left) {
    Moves<Minishogi> moves;
    game_.legal(p, moves);
    for (Move m : moves)
      if (left <= 2 || searched(game_.play(p, m), left - 3).escapes(left - 3)) return m;
    return kNoMove;
  }

  // Walks from p over every check and, for each, one answer that escapes. Positions met on the way are
  // taken to escape; the walk fails as a whole where a check turns out to mate.
  bool closes(const Position& p) {
    std::unordered_set<std::uint64_t> kept;
    std::vector<Position> open{p};
    while (!open.empty() && !stopped_) {
      const Position here = open.back();
      open.pop_back();
      if (!kept.insert(here.key).second) continue;
      Moves<Minishogi> checks;
      game_.checks(here, checks);
      for (Move m : checks)
        if (!escapes_by_answer(game_.play(here, m), kept, open)) return false;
    }
    return !stopped_;
  }
  bool escapes_by_answer(const Position& checked, const std::unordered_set<std::uint64_t>& kept,
                         std::vector<Position>& open) {
    Moves<Minishogi> answers;
    game_.legal(checked, answers);
    for (Move m : answers) {
      const Position after = game_.play(checked, m);
      if (kept.contains(after.key) || table_.find(after.key, kEndless).never()) return true;
    }
    // A claim that is there costs nothing; an answer left undecided must be searched.
    for (bool only_claims : {true, false})
      for (Move m : answers) {
        const Position after = game_.play(checked, m);
        const MateFacts facts = only_claims ? table_.find(after.key, kEndless) : searched(after, kEndless);
        if (!facts.escapes(kEndless)) continue;
        if (!facts.never()) open.push_back(after);
        return true;
      }
    return false;
  }

  Minishogi game_;
  MateTable table_;
  std::vector<std::uint64_t> path_;
  std::vector<Child> children_;
  Side attacker_ = Side::First;
  const Budget* budget_ = nullptr;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace kishi

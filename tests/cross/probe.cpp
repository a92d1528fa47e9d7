// Rules and searches without Python: perft of every kind of game, and what a search of a fixed number of nodes finds by
// each evaluation. `make aarch64` compiles this for two processors and compares what is printed.
#include <cstdio>
#include <variant>

#include "eval/list.hpp"
#include "games/list.hpp"
#include "search/deepening.hpp"
#include "search/list.hpp"
#include "solve/list.hpp"

namespace kishi {
namespace {

constexpr int kDepth = 5;
constexpr std::uint64_t kNodes = 20'000;

template <Game G>
void probe_search(const G& game, const std::string& evaluation) {
  const auto found = with_evaluation(game, evaluation, {}, [&]<class E>(const E& eval) {
    SearchOptions options;
    options.megabytes = 1;
    SearchEngine<G, E> engine(game, eval, options);
    engine.restart(1);
    SearchControl control;
    Limits limits;
    limits.nodes = kNodes;
    return engine.choose(Line<G>(game, {game.start()}), limits, control);
  });
  std::printf("%s %s: move %d value %.17g depth %d nodes %llu\n", game.name().c_str(), evaluation.c_str(),
              int(found.move), found.value, found.depth, static_cast<unsigned long long>(found.nodes));
}

template <Game G>
void probe(const G& game) {
  const auto leaves = perft(game, game.start(), game.moves() > 400 || game.moves() < 100 ? kDepth : kDepth - 2);
  std::printf("%s: %llu leaves\n", game.name().c_str(), static_cast<unsigned long long>(leaves));
  for (const std::string& evaluation : evaluation_names<G>()) try {
      probe_search(game, evaluation);
    } catch (const std::invalid_argument& wants) {  // weights, which have no place here
      std::printf("%s %s: %s\n", game.name().c_str(), evaluation.c_str(), wants.what());
    }
}

}  // namespace
}  // namespace kishi

int main() {
  for (const kishi::AnyGame& game : {kishi::AnyGame{kishi::Othello{8}}, kishi::AnyGame{kishi::Othello{6}},
                                     kishi::AnyGame{kishi::Gomoku{15, kishi::Rule::Renju}},
                                     kishi::AnyGame{kishi::Minishogi{false}}, kishi::AnyGame{kishi::TicTacToe{}}})
    std::visit([](const auto& g) { kishi::probe(g); }, game);
}

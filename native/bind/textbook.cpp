#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "search/textbook_tree.hpp"

namespace kishi::bind {
namespace {

void demand(bool right, const char* what) {
  if (!right) throw std::invalid_argument(what);
}

// Calls f(line, evaluator) with a line whose game is running.
template <class F>
auto with_line(const PyLine& positions, std::string_view evaluation, const Numbers& weights, F&& f) {
  return with(positions, [&]<Game G>(const G& game, std::vector<typename G::Position> played) {
    const Line<G> line(game, std::move(played));
    demand(line.judge() == Verdict::Running, "the game is over: there is nothing to search");
    return with_evaluation(game, evaluation, floats(weights), [&](const auto& eval) { return f(line, eval); });
  });
}

PyEngine textbook_engine(const PyGame& g, std::string_view evaluation, const Numbers& weights, int depth, bool pruning,
                         std::uint64_t seed) {
  demand(depth >= 1 && depth <= 60, "the depth of a textbook search is from 1 to 60");
  return with(g, [&]<Game G>(const G& game) {
    return with_evaluation(game, evaluation, floats(weights), [&]<class E>(const E& eval) {
      return owned(game, std::make_unique<TextbookEngine<G, E>>(eval, depth, pruning), seed);
    });
  });
}

TextbookResult textbook_search(const PyLine& positions, std::string_view evaluation, const Numbers& weights,
                               SearchControl& control, int depth, bool pruning) {
  demand(depth >= 1 && depth <= 60, "the depth of a textbook search is from 1 to 60");
  return with_line(positions, evaluation, weights, [&]<Game G, class E>(const Line<G>& line, const E& eval) {
    const Budget budget(control);
    Textbook<G, E> search(eval, line, budget);
    return pruning ? search.alphabeta(depth) : search.minimax(depth);
  });
}

ExplainedTree textbook_tree(const PyLine& positions, std::string_view evaluation, const Numbers& weights, int depth,
                            int width, bool pruning) {
  demand(depth >= 1 && depth <= 4, "an explained tree is 1 to 4 moves deep");
  demand(width >= 1 && width <= 10, "an explained tree is 1 to 10 moves wide");
  return with_line(positions, evaluation, weights, [&]<Game G, class E>(const Line<G>& line, const E& eval) {
    return explained(line, eval, depth, width, pruning);
  });
}

void bind_results(nb::module_& m) {
  nb::class_<TextbookResult>(m, "TextbookResult", "What a textbook search found, and what it cost.")
      .def_ro("score", &TextbookResult::score, "For the mover, in points of the evaluation.")
      .def_prop_ro("line", [](const TextbookResult& r) { return std::vector<int>(r.line.begin(), r.line.end()); })
      .def_ro("nodes", &TextbookResult::nodes, "Positions looked at, the root among them.")
      .def_ro("cutoffs", &TextbookResult::cutoffs, "Nodes left early because the rest could not matter.")
      .def_ro("stopped", &TextbookResult::stopped);
  nb::class_<TreeNode>(m, "TreeNode", "A node of an explained tree; scores are for the root's mover.")
      .def_ro("parent", &TreeNode::parent, "Index of the parent; -1: the root.")
      .def_prop_ro("move", [](const TreeNode& n) { return n.parent < 0 ? -1 : int(n.move); })
      .def_ro("ply", &TreeNode::ply)
      .def_ro("value", &TreeNode::value, "Exact inside the window, else a bound.")
      .def_ro("alpha", &TreeNode::alpha)
      .def_ro("beta", &TreeNode::beta)
      .def_ro("leaf", &TreeNode::leaf)
      .def_ro("pruned", &TreeNode::pruned, "Moves of this tree that were cut off.");
  nb::class_<ExplainedTree>(m, "ExplainedTree", "A small searched tree, for teaching.")
      .def_ro("nodes", &ExplainedTree::nodes, "In the order they were entered, the root first.")
      .def_prop_ro("best", [](const ExplainedTree& t) { return std::vector<int>(t.best.begin(), t.best.end()); })
      .def_ro("cutoffs", &ExplainedTree::cutoffs);
}

}  // namespace

void bind_textbook(nb::module_& m) {
  bind_results(m);
  m.def("textbook_engine", &textbook_engine, "game"_a, "evaluation"_a, "weights"_a, nb::kw_only(), "depth"_a,
        "pruning"_a, "seed"_a, Slow(),
        "Minimax or, with pruning, alpha-beta of a fixed depth; no weights: the evaluation's own.");
  m.def("textbook_search", &textbook_search, "line"_a, "evaluation"_a, "weights"_a, "control"_a, nb::kw_only(),
        "depth"_a, "pruning"_a, Slow(), "Minimax or alpha-beta at the end of the line, with counts.");
  m.def("textbook_tree", &textbook_tree, "line"_a, "evaluation"_a, "weights"_a, nb::kw_only(), "depth"_a, "width"_a,
        "pruning"_a, Slow(), "The same over the most promising moves only, every node written down.");
}

}  // namespace kishi::bind

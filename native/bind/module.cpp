#include "bind/any.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The native core of kishi: rules and search.";
  // Objects held by a traceback at exit are no leak, and users should not be told about them.
  nb::set_leak_warnings(false);
  // What a person or another program got wrong; everything else that is thrown is a bug.
  nb::exception<std::invalid_argument>(m, "BadInput", PyExc_ValueError);
  kishi::bind::bind_games(m);
  kishi::bind::bind_batch(m);
  kishi::bind::bind_engines(m);
  kishi::bind::bind_training(m);
  kishi::bind::bind_montecarlo(m);
  kishi::bind::bind_textbook(m);
  kishi::bind::bind_search(m);
  kishi::bind::bind_solvers(m);
  kishi::bind::bind_networks(m);
  kishi::bind::bind_mcts(m);
  kishi::bind::bind_othello(m);
  kishi::bind::bind_gomoku(m);
  kishi::bind::bind_minishogi(m);
}

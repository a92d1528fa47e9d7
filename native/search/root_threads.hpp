// The threads of one search. All search the root at once, to the same depth and in the same window, and whoever is
// through first has the answer: so nobody runs ahead or falls behind, and a thread that is kept waiting by the system
// holds up nobody. Inside the tree they part (step 13 of search/principal.hpp).
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "core/threads.hpp"
#include "search/principal.hpp"

namespace kishi {

struct RootResult {
  Score score;
  std::vector<Move> line;
};

template <class Worker>
class RootThreads {
 public:
  // The main thread is the one that asks; it alone has limits.
  RootThreads(std::unique_ptr<Worker> main, const Budget& budget) : main_(std::move(main)), budget_(budget) {}
  RootThreads(const RootThreads&) = delete;
  RootThreads& operator=(const RootThreads&) = delete;
  ~RootThreads() { end(); }

  // `made` makes a helper of its budget.
  template <class Make>
  void add(const Make& made) {
    Helper& helper = helpers_.emplace_back(stop_);
    helper.worker = made(helper.budget);
    running_.start([this, &helper] {
      for (auto task = after(nullptr); task; task = after(task)) help(*helper.worker, *task);
      helper.cpu = thread_cpu_seconds();
    });
  }

  Worker& main() { return *main_; }

  // The main thread is `stopped` afterwards if nobody has the whole answer.
  RootResult search(int depth, Score alpha, Score beta, const std::vector<Move>& left_out) {
    if (helpers_.empty() || depth < kTogether) return {main_->root(depth, alpha, beta, left_out), main_->best_line()};
    const auto task = std::make_shared<Task>(depth, alpha, beta, left_out);
    give(task);
    const Score score = main_->root(depth, alpha, beta, left_out, &task->answered);
    const std::scoped_lock hold(lock_);
    if (task->answered && main_->stopped() && !budget_.over()) {
      main_->go_on();
      return task->answer;
    }
    task->answered = true;
    return {score, main_->best_line()};
  }

  // Afterwards the helpers are still there to be asked.
  void end() {
    stop_.told = true;
    give(nullptr);
    running_.join();
  }

  std::uint64_t nodes() const {
    return total(main_->nodes(), [](const Helper& h) { return h.worker->nodes(); });
  }
  // While they search: what they have told of lately.
  std::uint64_t counted() const {
    return total(main_->nodes(), [](const Helper& h) { return h.budget.counted(); });
  }
  double helpers_cpu() const {
    return total(0.0, [](const Helper& h) { return h.cpu; });
  }

 private:
  static constexpr int kTogether = 5;  // plies; less is done before anybody else is awake

  struct Helper {
    explicit Helper(const Stop& stop) : budget(stop) {}
    Budget budget;
    std::unique_ptr<Worker> worker;
    double cpu = 0;
  };
  struct Task {
    Task(int depth, Score alpha, Score beta, const std::vector<Move>& left_out)
        : depth(depth), alpha(alpha), beta(beta), left_out(left_out) {}
    const int depth;
    const Score alpha, beta;
    const std::vector<Move> left_out;
    std::atomic<bool> answered{false};
    RootResult answer;  // of a helper
  };

  void give(std::shared_ptr<Task> task) {
    {
      const std::scoped_lock hold(lock_);
      task_ = std::move(task);
    }
    given_.notify_all();
  }
  // Waits for another task than this one; none at the end.
  std::shared_ptr<Task> after(const std::shared_ptr<Task>& last) {
    std::unique_lock hold(lock_);
    given_.wait(hold, [&] { return stop_.told || task_ != last; });
    return stop_.told ? nullptr : task_;
  }
  void help(Worker& worker, Task& task) {
    worker.go_on();
    const Score score = worker.root(task.depth, task.alpha, task.beta, task.left_out, &task.answered);
    const std::scoped_lock hold(lock_);
    if (worker.stopped() || task.answered) return;
    task.answer = {score, worker.best_line()};
    task.answered = true;
  }

  template <class N, class F>
  N total(N all, const F& of) const {
    for (const Helper& helper : helpers_) all += of(helper);
    return all;
  }

  std::unique_ptr<Worker> main_;
  const Budget& budget_;
  Stop stop_;
  std::deque<Helper> helpers_;
  std::mutex lock_;
  std::condition_variable given_;
  std::shared_ptr<Task> task_;
  JoinedThreads running_;
};

}  // namespace kishi

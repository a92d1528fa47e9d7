// Memory for large tables: all zero at first, given by the system page by page when it is first touched, so
// that a table which is made for one small question, or for each game of a match, costs what is used of it.
// On large pages where the system has them: a table is read at random, and with small pages each read first
// misses the translation cache (measured: 1.5 times the nodes a second).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace kishi {

// `size()` objects of T that are all zero bytes until they are written to.
template <class T>
class ZeroedTable {
 public:
  static_assert(std::is_trivially_destructible_v<T>);

  explicit ZeroedTable(std::size_t size) : size_(size), bytes_((size * sizeof(T) + kPage - 1) / kPage * kPage) {
#if defined(__linux__)
    // One page more than needed, so that the table can begin where a large page does.
    void* mapped =
        mmap(nullptr, bytes_ + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    mapped_ = mapped;
    const auto address = (reinterpret_cast<std::uintptr_t>(mapped) + kPage - 1) / kPage * kPage;
    objects_ = reinterpret_cast<T*>(address);
    madvise(objects_, bytes_, MADV_HUGEPAGE);  // a wish: without it all still works
#else
    objects_ = static_cast<T*>(std::aligned_alloc(kPage, bytes_));
    if (!objects_) throw std::bad_alloc();
    std::memset(static_cast<void*>(objects_), 0, bytes_);
#endif
  }
  ZeroedTable(ZeroedTable&& other) noexcept
      : size_(other.size_),
        bytes_(other.bytes_),
        mapped_(std::exchange(other.mapped_, nullptr)),
        objects_(std::exchange(other.objects_, nullptr)) {}
  ZeroedTable& operator=(ZeroedTable&&) = delete;
  ~ZeroedTable() {
#if defined(__linux__)
    if (mapped_) munmap(mapped_, bytes_ + kPage);
#else
    std::free(objects_);
#endif
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return objects_[i]; }
  const T& operator[](std::size_t i) const { return objects_[i]; }

  // Have the system give all of it now, so that nobody waits for that later.
  void touch() {
    auto* bytes = reinterpret_cast<volatile unsigned char*>(objects_);
    for (std::size_t at = 0; at < bytes_; at += kSmallPage) bytes[at] = bytes[at];
  }

  void clear() {
#if defined(__linux__)
    if (madvise(objects_, bytes_, MADV_DONTNEED) == 0) return;  // given back, and zero when next touched
#endif
    std::memset(static_cast<void*>(objects_), 0, bytes_);
  }

 private:
  static constexpr std::size_t kPage = std::size_t(2) << 20, kSmallPage = 4096;

  std::size_t size_, bytes_;
  void* mapped_ = nullptr;
  T* objects_ = nullptr;
};

}  // namespace kishi

/// An array that grows in chunks. After a copy, appending an element copies the last chunk only.
struct ChunkedArray<Element: Sendable>: Sendable {
  private static var chunkSize: Int { 1024 }

  private var chunks: [[Element]] = []
  private(set) var count = 0

  init() {}

  mutating func append(_ element: Element) {
    if count % Self.chunkSize == 0 {
      var chunk: [Element] = []
      chunk.reserveCapacity(Self.chunkSize)
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }
}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> Element {
    get { chunks[position / Self.chunkSize][position % Self.chunkSize] }
    set { chunks[position / Self.chunkSize][position % Self.chunkSize] = newValue }
    _modify { yield &chunks[position / Self.chunkSize][position % Self.chunkSize] }
  }
}

extension ChunkedArray: Equatable where Element: Equatable {}

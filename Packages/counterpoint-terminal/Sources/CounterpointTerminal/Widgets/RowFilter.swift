/// The rows of a list that contain a text.
///
/// The filter keeps its matches, and reads as few rows as possible: only the added rows if the text is the same, and
/// only the matches if the text got longer.
///
/// ```swift
/// var filter = RowFilter()
/// filter.update("error", rows: log) { $0 }
/// viewport.screen(of: filter.rows(of: log), size: size) { StyledText($0) }
/// ```
///
/// Rows may only be appended. Call ``reset()`` after other changes.
public struct RowFilter: Hashable, Sendable {
  /// The text that the rows contain. Empty if all rows pass.
  public private(set) var text = ""

  /// The numbers of the rows that contain ``text``, in order. Empty if all rows pass.
  public private(set) var matches: [Int] = []

  /// The number of rows that were compared.
  private var comparedCount = 0

  /// Creates a filter that all rows pass.
  public init() {}

  /// Compares the rows with a text.
  ///
  /// - Parameters:
  ///   - text: The text that the rows must contain. An empty text lets all rows pass. ASCII letters match in both
  ///     cases.
  ///   - rows: All rows.
  ///   - rowText: Returns the text of a row.
  /// - Complexity: O(n), where n is the length of the compared rows.
  public mutating func update<Rows: RandomAccessCollection>(
    _ text: String,
    rows: Rows,
    rowText: (Rows.Element) -> String
  ) {
    let needle = Self.folded(text)
    let old = Self.folded(self.text)
    defer { self.text = text }
    guard !needle.isEmpty else {
      reset()
      return
    }
    if rows.count < comparedCount || old.isEmpty || !needle.containsBytes(old) {
      reset()
    } else if needle != old {
      matches.removeAll { !Self.folded(rowText(rows[rows.index(rows.startIndex, offsetBy: $0)])).containsBytes(needle) }
    }
    var index = rows.index(rows.startIndex, offsetBy: comparedCount)
    while index < rows.endIndex {
      if Self.folded(rowText(rows[index])).containsBytes(needle) { matches.append(comparedCount) }
      comparedCount += 1
      rows.formIndex(after: &index)
    }
  }

  /// Forgets the matches, so the next update compares all rows.
  public mutating func reset() { self = RowFilter() }

  /// Returns the rows that pass, for a list or a viewport.
  ///
  /// - Parameter rows: All rows, as in the last update. If there are fewer rows than then, those that are left of the
  ///   matches are shown.
  public func rows<Rows: RandomAccessCollection>(of rows: Rows) -> FilteredRows<Rows> {
    if text.isEmpty { return FilteredRows(base: rows, matches: nil) }
    let isCurrent = matches.last.map { $0 < rows.count } ?? true
    return FilteredRows(base: rows, matches: isCurrent ? matches : matches.filter { $0 < rows.count })
  }

  /// The bytes of a text with ASCII letters in lowercase.
  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

/// The rows that pass a ``RowFilter``.
public struct FilteredRows<Base: RandomAccessCollection>: RandomAccessCollection {
  let base: Base
  /// The numbers of the rows; `nil` for all rows.
  let matches: [Int]?

  /// The number of the first row: 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { matches?.count ?? base.count }

  /// Returns a row.
  public subscript(position: Int) -> Base.Element { base[base.index(base.startIndex, offsetBy: number(of: position))] }

  /// Returns the number of a row among all rows.
  public func number(of position: Int) -> Int { matches?[position] ?? position }
}

extension [UInt8] {
  /// Returns whether the bytes contain other bytes.
  fileprivate func containsBytes(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return true }
    let last = count - needle.count
    var start = 0
    while start <= last {
      if self[start] == first, self[start..<start + needle.count].elementsEqual(needle) { return true }
      start += 1
    }
    return false
  }
}

/// The rows of a table in the order of a column.
///
/// The order keeps the numbers of the rows, and compares as few rows as possible: none if the column, the direction and
/// the number of rows are the same, and added rows are sorted alone and then merged.
///
/// ```swift
/// var order = RowOrder()
/// order.update(Table.SortOrder(column: 1), rows: files) { column, left, right in left.size < right.size }
/// list.screen(of: order.rows(of: files), size: size) { StyledText($0.name) }
/// ```
///
/// Rows may only be appended. Call ``reset()`` after other changes. To sort the rows that pass a ``RowFilter``, pass
/// its rows, and call ``reset()`` when its text changes.
public struct RowOrder: Hashable, Sendable {
  /// The column and the direction; `nil` if the rows are not sorted.
  public private(set) var sortOrder: Table.SortOrder?

  /// The numbers of the rows in the order. Empty if the rows are not sorted.
  public private(set) var numbers: [Int] = []

  /// Creates an order in which the rows stay as they are.
  public init() {}

  /// Sorts the rows, if the order is another one or rows were added.
  ///
  /// The order is stable: equal rows stay in the order of `rows`, in both directions.
  ///
  /// - Parameters:
  ///   - sortOrder: The column and the direction; `nil` leaves the rows as they are.
  ///   - rows: All rows.
  ///   - areInIncreasingOrder: Returns whether the first row is before the second one in an ascending column.
  /// - Returns: Whether rows have moved. Rows that were appended behind all others don't move any.
  /// - Complexity: O(n log n) comparisons for another order, O(n + k log k) for k added rows, and O(1) otherwise. The
  ///   rows are read in place and not copied.
  @discardableResult
  public mutating func update<Rows: RandomAccessCollection>(
    _ sortOrder: Table.SortOrder?,
    rows: Rows,
    by areInIncreasingOrder: (_ column: Int, _ first: Rows.Element, _ second: Rows.Element) -> Bool
  ) -> Bool {
    guard let sortOrder else {
      defer { self = RowOrder() }
      return self.sortOrder != nil
    }
    let count = rows.count
    let kept = sortOrder == self.sortOrder && numbers.count <= count ? numbers.count : 0
    guard kept < count || sortOrder != self.sortOrder || numbers.count != count else { return false }
    self.sortOrder = sortOrder

    func isBefore(_ left: Int, _ right: Int) -> Bool {
      let first = rows[rows.index(rows.startIndex, offsetBy: left)]
      let second = rows[rows.index(rows.startIndex, offsetBy: right)]
      return sortOrder.isDescending
        ? areInIncreasingOrder(sortOrder.column, second, first) : areInIncreasingOrder(sortOrder.column, first, second)
    }
    // The sort of the standard library is stable.
    let added = (kept..<count).sorted(by: isBefore)
    guard kept > 0 else {
      numbers = added
      return true
    }
    return merge(added, isBefore: isBefore)
  }

  /// Forgets the order, so the next update sorts all rows.
  public mutating func reset() { self = RowOrder() }

  /// Returns the rows in the order, for a table, a list or a viewport.
  ///
  /// - Parameter rows: All rows. Rows that were added since the last update are the last ones. If there are fewer rows
  ///   than then, they are not sorted.
  public func rows<Rows: RandomAccessCollection>(of rows: Rows) -> OrderedRows<Rows> {
    OrderedRows(base: rows, numbers: numbers.count <= rows.count ? numbers : [])
  }

  /// Adds sorted numbers. Returns whether one of them is before an old one.
  private mutating func merge(_ added: [Int], isBefore: (Int, Int) -> Bool) -> Bool {
    guard let first = added.first, let last = numbers.last, isBefore(first, last) else {
      numbers += added
      return false
    }
    var merged: [Int] = []
    merged.reserveCapacity(numbers.count + added.count)
    var next = added.startIndex
    for number in numbers {
      // Old rows are before equal new ones.
      while next < added.endIndex, isBefore(added[next], number) {
        merged.append(added[next])
        next += 1
      }
      merged.append(number)
    }
    numbers = merged + added[next...]
    return true
  }
}

/// The rows of a table in the order of a ``RowOrder``.
public struct OrderedRows<Base: RandomAccessCollection>: RandomAccessCollection {
  let base: Base
  /// The numbers of the first rows. The others follow in their own order.
  let numbers: [Int]

  /// The number of the first row: 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { base.count }

  /// Returns a row.
  public subscript(position: Int) -> Base.Element { base[base.index(base.startIndex, offsetBy: number(of: position))] }

  /// Returns the number of a row among the rows before they were sorted.
  public func number(of position: Int) -> Int { position < numbers.count ? numbers[position] : position }
}

public import CustomDump

extension UndoHistory: CustomStringConvertible, CustomDumpReflectable {
  /// The numbers of steps.
  public var description: String {
    "UndoHistory(\(undoCount) to undo, \(redoCount) to redo)"
  }

  /// The numbers of steps, and the first characters of the values that are restored next. All values would make the
  /// failures of tests illegible.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("undoCount", undoCount), ("redoCount", redoCount)]
    if let value = past.last { children.append(("undo", Beginning(of: value))) }
    if let value = future.last { children.append(("redo", Beginning(of: value))) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// The beginning of a value's description.
private struct Beginning: CustomDumpStringConvertible {
  let customDumpDescription: String

  init(of value: some Any) {
    let text = String(describing: value)
    customDumpDescription = text.count > 60 ? "\(text.prefix(60))…" : text
  }
}

/// A history whose difference from another one can be written as a call.
///
/// A test store suggests the call for the closure of an assertion.
package protocol UndoHistoryCalls {
  /// Returns the call that makes this history equal to another one.
  ///
  /// - Parameter other: The other history.
  /// - Returns: The name of the function with its argument and its limit, if there are any; `nil` if several calls are
  ///   needed.
  func call(reaching other: Any) -> (function: String, argument: Any?, limit: Int?)?
}

extension UndoHistory: UndoHistoryCalls where Value: Equatable {
  package func call(reaching other: Any) -> (function: String, argument: Any?, limit: Int?)? {
    guard let other = other as? Self else { return nil }
    if !other.hasSteps { return ("clear", nil, nil) }
    func reaches(_ change: (inout Self) -> Void) -> Bool {
      var history = self
      // Without the group, each change is a step.
      history.note(.endGroup)
      change(&history)
      return history == other
    }
    if let value = other.past.last {
      if reaches({ $0.record(value) }) { return ("record", value, nil) }
      let limit = other.undoCount
      if reaches({ $0.record(value, limit: limit) }) { return ("record", value, limit) }
      if reaches({ $0.redo(value) }) { return ("redo", value, nil) }
    }
    if let value = other.future.last, reaches({ $0.undo(value) }) { return ("undo", value, nil) }
    return nil
  }
}

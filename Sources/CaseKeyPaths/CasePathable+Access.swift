extension CasePathable {
  /// The payload of a case, or `nil` when the value is in another case.
  ///
  /// Writing replaces the payload only when the value is in the case already, and does nothing otherwise; to go over to a
  /// case, assign the whole value (`action = .child(.tap)`). Assigning `nil` does nothing either, unless the payload is
  /// itself optional. To be told about a wrong case, use ``modify(_:_:fileID:filePath:line:column:)``.
  ///
  /// ```swift
  /// destination[case: \.list]?.rows.append(row)
  /// ```
  ///
  /// An edit in place does not copy the payload's storage: the enum is emptied while the edit runs. Such an edit must
  /// leave a payload behind: `destination[case: \.list].take()` is a precondition failure.
  ///
  /// - Parameter keyPath: The case, as in `action[case: \.child]`.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set {
      let path = AnyCasePath(keyPath)
      guard path.extract(from: self) != nil, let payload = payload(in: newValue) else { return }
      self = path.embed(payload)
    }
    _modify {
      let path = AnyCasePath(keyPath)
      var value = path.extract(from: self)
      let isInCase = value != nil
      if isInCase {
        // The enum would share the payload's storage, and the edit would copy it: so the enum goes away in between.
        // Safe because nobody can look at `self` before `defer` fills the place again: this access to it is exclusive.
        unsafe withUnsafeMutablePointer(to: &self) { _ = unsafe $0.deinitialize(count: 1) }
      }
      defer {
        if isInCase {
          guard let payload = payload(in: value) else {
            preconditionFailure(
              """
              An edit through [case:] of \(unqualifiedName(of: Self.self)) ended with nil, but a case can't be without \
              its payload. Read the payload and assign the enum another case instead.
              """
            )
          }
          // `self` has been emptied above on exactly this condition, so nothing is leaked or overwritten.
          unsafe withUnsafeMutablePointer(to: &self) { unsafe $0.initialize(to: path.embed(payload)) }
        }
      }
      yield &value
    }
  }

  // Disfavoured, because the compiler would otherwise take it for `if let id = action[case: \.edit]` too, where nothing asks
  // for the payload's type: it isn't generic.

  /// The payload of a case whose type is not known, or `nil` when the value is in another case.
  ///
  /// - Parameter keyPath: The case, as in `action[case: action.case]`.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    keyPath.partialCase().extract(from: self)
  }

  /// Whether the value is in a case, as in `action.is(\.child.tap)`.
  ///
  /// A case with an optional payload matches whatever the payload is: `.child(nil)` is `\.child`.
  ///
  /// - Parameter keyPath: The case; its payload does not matter.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    keyPath.partialCase().matches(self)
  }
}

/// Matches a value against a case in a `switch`: `case \.child.tap:`.
///
/// The compiler can't see that such a `switch` is exhaustive: it needs a `default`.
///
/// - Parameters:
///   - keyPath: The case.
///   - root: The value that is switched over.
public func ~= <Root: CasePathable, Value>(keyPath: CaseKeyPath<Root, Value>, root: Root) -> Bool {
  AnyCasePath(keyPath).extract(from: root) != nil
}

// Without this function, the compiler looks for a mistyped case, `case .tpa:`, among the members of key paths.

/// Refuses to compare a value that is not `Equatable` with another one in a `switch`.
///
/// - Parameters:
///   - value: The other value.
///   - root: The value that is switched over.
@available(*, unavailable, message: "Only 'Equatable' values can be compared: conform the enum to it, or match a case")
public func ~= <Root: CasePathable>(value: Root, root: Root) -> Bool {
  preconditionFailure("Unavailable.")
}

/// The payload that a written optional stands for. `nil` is one where the payload's own type is optional: the cast finds out.
private func payload<Value>(in written: Value?) -> Value? {
  written ?? (written as Any as? Value)
}

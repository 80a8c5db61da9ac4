extension CasePathable {
  /// The payload of a case, or `nil` if the value is in another case.
  ///
  /// Setting it replaces the payload if the value is in the case, and otherwise has no effect. To change the case,
  /// assign the whole value (`action = .child(.tap)`). Assigning `nil` has no effect either, unless the payload is
  /// itself optional. To get an issue for a wrong case, use ``modify(_:_:fileID:filePath:line:column:)``.
  ///
  /// ```swift
  /// destination[case: \.list]?.rows.append(row)
  /// ```
  ///
  /// A mutation in place does not copy the storage of the payload, because the enum is moved out meanwhile. The
  /// mutation must leave a payload: `destination[case: \.list].take()` is a precondition failure.
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
        // The enum is moved out, because otherwise it would share the storage of the payload, and a mutation would
        // copy it. Safe because the access to `self` is exclusive: no other code can read it before `defer`
        // initializes it again.
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
          // `self` has been deinitialized above on the same condition, so this neither leaks nor overwrites a value.
          unsafe withUnsafeMutablePointer(to: &self) { unsafe $0.initialize(to: path.embed(payload)) }
        }
      }
      yield &value
    }
  }

  // Disfavored, because otherwise the compiler would choose it for `if let id = action[case: \.edit]` too. That
  // context has no type for the payload, and this overload is not generic.

  /// The payload of a case with an unknown payload type, or `nil` if the value is in another case.
  ///
  /// - Parameter keyPath: The case, as in `action[case: action.case]`.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    keyPath.partialCase().extract(from: self)
  }

  /// Returns whether the value is in a case, as in `action.is(\.child.tap)`.
  ///
  /// A case with an optional payload matches any payload: `.child(nil)` is `\.child`.
  ///
  /// - Parameter keyPath: The case. Its payload is not compared.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    keyPath.partialCase().matches(self)
  }
}

/// Matches a value against a case in a `switch`: `case \.child.tap:`.
///
/// The compiler can't prove that such a `switch` is exhaustive, so it needs a `default`.
///
/// - Parameters:
///   - keyPath: The case.
///   - root: The value of the `switch`.
public func ~= <Root: CasePathable, Value>(keyPath: CaseKeyPath<Root, Value>, root: Root) -> Bool {
  AnyCasePath(keyPath).extract(from: root) != nil
}

// Without this function, the compiler would look up a mistyped case, `case .tpa:`, in the members of key paths.

/// Unavailable: a value that is not `Equatable` can't be compared with another one in a `switch`.
///
/// - Parameters:
///   - value: The other value.
///   - root: The value of the `switch`.
@available(*, unavailable, message: "Only 'Equatable' values can be compared: conform the enum to it, or match a case")
public func ~= <Root: CasePathable>(value: Root, root: Root) -> Bool {
  preconditionFailure("Unavailable.")
}

/// Returns the payload in a written optional. `nil` is a payload if the payload type is itself optional.
private func payload<Value>(in written: Value?) -> Value? {
  // The cast alone would make a payload of `nil` for `Any` and `AnyHashable` as well.
  if written == nil, !(Value.self is any ExpressibleByNilLiteral.Type) { return nil }
  return written ?? (written as Any as? Value)
}

// These subscripts implement `value.name` for an enum with `@dynamicMemberLookup`. A read resolves to the first. An
// assignment of a payload resolves to the second, because the first has no setter. Any other write resolves to the
// third, which is unavailable and explains the alternatives.
extension CasePathable {
  /// The payload of a case by its name, `value.name`, or `nil` if the value is in another case.
  ///
  /// - Parameter keyPath: The property of the case path.
  public subscript<Value>(dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Replaces the payload of a case by its name, `value.name = payload`. Has no effect if the value is in another
  /// case.
  ///
  /// - Parameter keyPath: The property of the case path.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Value {
    @available(
      *,
      unavailable,
      message: "The value may be in another case: read the payload as an optional. Run its reducer with 'ifCaseLet'."
    )
    get { preconditionFailure("Unavailable.") }
    set {
      let path = Self.allCasePaths[keyPath: keyPath]
      guard path.extract(from: self) != nil else { return }
      self = path.embed(newValue)
    }
  }

  /// Unavailable: an optional payload can't be written by the name of its case.
  ///
  /// - Parameter keyPath: The property of the case path.
  @_disfavoredOverload
  public subscript<Value>(
    // `Sendable` makes no difference to callers. It is needed because subscripts may not differ only in their
    // setters.
    dynamicMember keyPath: any KeyPath<AllCasePaths, AnyCasePath<Self, Value>> & Sendable
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    @available(
      *,
      unavailable,
      message: "Assign a whole case, 'value = .name(payload)', or edit the payload with 'value.modify(\\.name) { … }'."
    )
    set { preconditionFailure("Unavailable.") }
  }
}

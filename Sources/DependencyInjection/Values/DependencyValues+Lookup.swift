@_spi(Internals) import CounterpointSupport
import ControlledClocks
import IssueReporting

/// Returns the name of a dependency in issues: `\.date` if a property reads the key, otherwise `DateKey.self`.
///
/// - Parameters:
///   - key: The key.
///   - function: The accessing property. It is not the name of the dependency in a function, in `deinit`, or at the top
///     level of a file, where it is the module.
///   - fileID: The file of the access.
func dependencyName(of key: Any.Type, function: StaticString, fileID: StaticString) -> String {
  let function = "\(function)"
  let isProperty = !function.contains("(") && function != "deinit" && !"\(fileID)".hasPrefix("\(function)/")
  return isProperty ? "\\.\(function)" : "\(key).self"
}

extension DependencyValues {
  /// Returns the value of a key that is not overridden, for the property that reads it.
  @usableFromInline
  func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type,
    function: StaticString,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) -> Key.Value {
    value(
      of: key,
      name: dependencyName(of: key, function: function, fileID: fileID),
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns the value of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - name: The name of the dependency in issues.
  ///   - location: The source location of issues if the reading declaration is unknown.
  func value<Key: TestDependencyKey>(
    of key: Key.Type,
    name: @autoclosure () -> String,
    at location: SourceLocation
  ) -> Key.Value {
    if let override = storage.overrides[ObjectIdentifier(key)] {
      // Safe because `set` stores a box of exactly this type for the key.
      return unsafe unsafeDowncast(override, to: Box<Key.Value>.self).value
    }
    let found = storage.defaults.value(of: key, context: storage.context, test: currentTest, isRead: isRead) {
      context in
      computeDefault(of: key, in: context)
    }
    #if DEBUG
    if let missing = found.missing {
      switch missing {
      case .testValue:
        MissingOverrides.current?.insert(name())
        report(missingTestValueText(of: key, name: name(), declaration: storage.declaration), at: location)
      case .liveValue:
        report(missingLiveValueText(of: key, name: name(), declaration: storage.declaration), at: location)
      }
    }
    #endif
    // Safe because `computeDefault` and `set` store a box of exactly this type for the key.
    return unsafe unsafeDowncast(found.value, to: Box<Key.Value>.self).value
  }

  /// Computes the default of a key. Runs the code of the key, with these values as the current ones.
  private func computeDefault<Key: TestDependencyKey>(
    of key: Key.Type,
    in context: DependencyContext
  ) -> DefaultValues.Computed {
    let isSetting = if case .reading = storage.mode { DependencyUpdate.isRunning } else { true }
    func compute() -> DefaultValues.Computed {
      switch context {
      case .live:
        guard let liveKey = key as? any DependencyKey.Type else {
          return DefaultValues.Computed(value: Box(Key.testValue), missing: .liveValue)
        }
        return DefaultValues.Computed(value: Box(liveValue(of: liveKey, as: Key.Value.self)), missing: nil)
      case .preview:
        return DefaultValues.Computed(value: Box(Key.previewValue), missing: nil)
      case .test:
        #if DEBUG
        let (value, isMissing) = MissingTestValue.recorded(of: key) { Key.testValue }
        return DefaultValues.Computed(value: Box(value), missing: isMissing ? .testValue : nil)
        #else
        return DefaultValues.Computed(value: Box(Key.testValue), missing: nil)
        #endif
      }
    }
    return forComputing.run { isSetting ? DependencyUpdate.run(compute) : DependencyUpdate.suspend(compute) }
  }

  /// The values that are current while a default is computed. In a program, the default outlives the overrides of the
  /// code that needs it first, and must not depend on them. In a test, both end with the test.
  private var forComputing: DependencyValues {
    var values = forReading
    if !isTesting, !storage.overrides.isEmpty { values.change { $0.overrides = [:] } }
    return values
  }

  private func liveValue<Key: DependencyKey, Value>(of key: Key.Type, as: Value.Type) -> Value {
    guard let value = key.liveValue as? Value else {
      preconditionFailure("\(key).liveValue is not \(Value.self), although both are the key's 'Value'.")
    }
    return value
  }

  /// Sets the value of a key: as a default while values are prepared, otherwise as an override.
  mutating func set<Key: TestDependencyKey>(
    _ key: Key.Type,
    to value: Key.Value,
    name: @autoclosure () -> String,
    at location: SourceLocation
  ) {
    guard case .preparing(let preparation) = storage.mode else {
      change { $0.overrides[ObjectIdentifier(key)] = Box(value) }
      return
    }
    let isPrepared = storage.defaults.prepare(
      key,
      value: Box(value),
      context: storage.context,
      test: currentTest,
      in: preparation
    )
    if !isPrepared {
      reportPreparedTooLate(name(), key: key, value: Key.Value.self, at: location)
    }
  }

  #if DEBUG
  private func report(_ message: String, at location: SourceLocation) {
    reportIssue(message, at: storage.declaration ?? location)
  }
  #endif
}

extension UIBinding {
  /// The value of an optional binding, `nil` if there is none now.
  ///
  /// When the optional becomes `nil`, the binding keeps the last value that was read, and writing it does nothing: a screen may
  /// still be shown while it disappears.
  ///
  /// - Parameter base: The optional binding.
  public init?(_ base: UIBinding<Value?>) {
    guard let location = UnwrappedValue(base.location) else { return nil }
    self.init(location, transaction: base.transaction)
  }

  /// A binding as one of an optional. Writing `nil` does nothing.
  ///
  /// - Parameter base: The binding.
  public init<Wrapped>(_ base: UIBinding<Wrapped>) where Value == Wrapped? {
    self.init(WrappedValue(base.location), transaction: base.transaction)
  }

  /// Whether an optional is there. Writing `false` makes it `nil`.
  ///
  /// Writing `true` where there is nothing changes nothing and is reported as an issue: it does not say which value there
  /// should be.
  ///
  /// - Parameters:
  ///   - base: The optional binding.
  ///   - fileID: The location of this call, for issues.
  ///   - filePath: The location of this call, for issues.
  ///   - line: The location of this call, for issues.
  ///   - column: The location of this call, for issues.
  public init<Wrapped>(
    _ base: UIBinding<Wrapped?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Bool {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(Presence(base.location, at: place), transaction: base.transaction)
  }
}

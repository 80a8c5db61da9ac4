import CounterpointSupport

extension UIBinding {
  /// Unwraps an optional binding; `nil` if it has no value now.
  ///
  /// When the optional becomes `nil`, the binding keeps the value that was read last, and writes do nothing, because
  /// a disappearing screen may still use it.
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

  /// Creates a binding of an optional's presence. Writing `false` makes it `nil`.
  ///
  /// Writing `true` to an absent optional changes nothing and is reported as an issue, because the value is unknown.
  ///
  /// - Parameter base: The optional binding.
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

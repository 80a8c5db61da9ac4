public import CaseKeyPaths

extension BindingAction: CasePathable where Root: ObservableState {
  /// The case paths of a binding action: one for each property of the state, by its name.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The new value of a property: `\.binding.name`.
    ///
    /// - Parameter keyPath: The property.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        embed: { .set(keyPath, $0) },
        extract: { keyPath == $0.keyPath ? $0.value as? Value : nil }
      )
    }
  }

  /// The case paths of a binding action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

public import CaseKeyPaths

/// An action of an element in a list of features: the id of the element, and its action.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the element with an id.
  case element(id: ID, action: Action)
}

/// The actions of a list of features: `IdentifiedActionOf<Row>` is `IdentifiedAction<Row.State.ID, Row.Action>`.
public typealias IdentifiedActionOf<R: _ReducerDomain> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}

extension IdentifiedAction: CasePathable, CasePathIterable {
  /// The case paths of the actions of a list. `\.rows[id: 1].tap` is the path to an action of one element.
  public struct AllCasePaths: Sendable {
    /// The id and the action of an element.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } }
      )
    }

    /// The actions of one element.
    ///
    /// - Parameter id: The element's id.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: { if case .element(id, let action) = $0 { action } else { nil } }
      )
    }
  }

  /// The case paths of the actions of a list.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension IdentifiedAction.AllCasePaths: CasePathReflectable {
  /// `\.element`.
  ///
  /// - Parameter root: The action.
  public subscript(root: IdentifiedAction<ID, Action>) -> PartialCaseKeyPath<IdentifiedAction<ID, Action>> {
    \.element
  }
}

extension IdentifiedAction.AllCasePaths: Sequence {
  /// Iterates over `\.element`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<IdentifiedAction<ID, Action>>]> {
    [\.element].makeIterator()
  }
}

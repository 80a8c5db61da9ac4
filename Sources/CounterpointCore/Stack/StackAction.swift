public import CaseKeyPaths

/// The actions of a stack of features: the actions of its elements, pushes, and pops.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)
  /// Removes the element with an id and all above it, after the parent's reducer has run.
  case popFrom(id: StackElementID)
  /// Appends a new element, before the parent's reducer runs.
  indirect case push(id: StackElementID, state: State)
}

/// The actions of a stack of one kind of feature: `StackActionOf<Path>` is `StackAction<Path.State, Path.Action>`.
public typealias StackActionOf<R: _ReducerDomain> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}

extension StackAction: CasePathable, CasePathIterable {
  /// The case paths of a stack's actions. `\.path[id: id].detail.save` is the path to an action of one element.
  public struct AllCasePaths: Sendable {
    /// The id and the action of an element.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } }
      )
    }

    /// The id of the lowest element to remove.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(embed: StackAction.popFrom, extract: { if case .popFrom(let id) = $0 { id } else { nil } })
    }

    /// The id and the state of a new element.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: { if case .push(let id, let state) = $0 { (id, state) } else { nil } }
      )
    }

    /// The actions of one element.
    ///
    /// - Parameter id: The element's id.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: { if case .element(id, let action) = $0 { action } else { nil } }
      )
    }
  }

  /// The case paths of a stack's actions.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension StackAction.AllCasePaths: CasePathReflectable {
  /// `\.element`, `\.popFrom` or `\.push`.
  ///
  /// - Parameter root: The action.
  public subscript(root: StackAction<State, Action>) -> PartialCaseKeyPath<StackAction<State, Action>> {
    switch root {
    case .element: \.element
    case .popFrom: \.popFrom
    case .push: \.push
    }
  }
}

extension StackAction.AllCasePaths: Sequence {
  /// Iterates over `\.element`, `\.popFrom` and `\.push`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<StackAction<State, Action>>]> {
    [\.element, \.popFrom, \.push].makeIterator()
  }
}

public import CaseKeyPaths

/// The actions of a presented child, and its dismissal.
public enum PresentationAction<Action> {
  /// Dismisses the child. Its state becomes `nil` after the parent's reducer has run.
  case dismiss
  /// An action of the child.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension PresentationAction: Encodable where Action: Encodable {}

extension PresentationAction: CasePathable, CasePathIterable {
  /// The case paths of a presentation action. They lead directly to the child's actions: `\.destination.edit.save` is
  /// short for `\.destination.presented.edit.save`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(embed: { .dismiss }, extract: { if case .dismiss = $0 { () } else { nil } })
    }

    /// The child's actions.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        embed: PresentationAction.presented,
        extract: { if case .presented(let action) = $0 { action } else { nil } }
      )
    }

    /// A case of the child's actions.
    ///
    /// - Parameter keyPath: The case path's property.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, Member> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }

    /// A case of the child's actions as presentation actions of their own: `.dismiss` stays `.dismiss`.
    ///
    /// - Parameter keyPath: The case path's property.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Member>> where Action: CasePathable {
      Action.allCasePaths[keyPath: keyPath].presented()
    }
  }

  /// The case paths of a presentation action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension PresentationAction.AllCasePaths: CasePathReflectable {
  /// `\.dismiss` or `\.presented`.
  ///
  /// - Parameter root: The action.
  public subscript(root: PresentationAction<Action>) -> PartialCaseKeyPath<PresentationAction<Action>> {
    switch root {
    case .dismiss: \.dismiss
    case .presented: \.presented
    }
  }
}

extension PresentationAction.AllCasePaths: Sequence {
  /// Iterates over `\.dismiss` and `\.presented`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<PresentationAction<Action>>]> {
    [\.dismiss, \.presented].makeIterator()
  }
}

extension AnyCasePath {
  /// Returns the path between the presentation actions of both types.
  fileprivate func presented() -> AnyCasePath<PresentationAction<Root>, PresentationAction<Value>> {
    AnyCasePath<PresentationAction<Root>, PresentationAction<Value>>(
      embed: { action in
        switch action {
        case .dismiss: .dismiss
        case .presented(let member): .presented(embed(member))
        }
      },
      extract: { action in
        switch action {
        case .dismiss: .dismiss
        case .presented(let action): extract(from: action).map { .presented($0) }
        }
      }
    )
  }
}

import CounterpointCore
import IdentifiedArrays

/// The ways to embed a child in a ``Branch``.
enum Embedding: CaseIterable, Sendable {
  case optional
  case presented
  case rows
  case path

  /// Those that remember what is on screen, and that a child can have itself dismissed from.
  static let presentations: [Embedding] = [.presented, .path]
}

extension Branch {
  /// An action of the child with an id.
  static func child(_ embedding: Embedding, _ id: Int = 0, _ action: Child.Action) -> Action {
    switch embedding {
    case .optional: .optional(action)
    case .presented: .presented(.presented(action))
    case .rows: .rows(.element(id: id, action: action))
    case .path: .path(.element(id: StackElementID(integerLiteral: id), action: action))
    }
  }
}

extension Branch.State {
  /// Puts a child there, in the place of the one with its id or of the only one.
  mutating func embed(_ child: Child.State, _ embedding: Embedding) {
    switch embedding {
    case .optional: optional = child
    case .presented: presented = child
    case .rows: rows.updateOrAppend(child)
    case .path: path[id: StackElementID(integerLiteral: child.id)] = child
    }
  }

  /// Removes the child with an id, or the only one.
  mutating func remove(_ id: Int = 0, _ embedding: Embedding) {
    switch embedding {
    case .optional: optional = nil
    case .presented: presented = nil
    case .rows: rows.remove(id: id)
    case .path: path[id: StackElementID(integerLiteral: id)] = nil
    }
  }

  /// The child with an id, or the only one.
  func child(_ id: Int = 0, _ embedding: Embedding) -> Child.State? {
    switch embedding {
    case .optional: optional
    case .presented: presented
    case .rows: rows[id: id]
    case .path: path[id: StackElementID(integerLiteral: id)]
    }
  }
}

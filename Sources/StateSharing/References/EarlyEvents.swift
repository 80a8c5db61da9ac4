import Locks

/// What a key tells before there is a root, in order, for the root that comes.
final class EarlyEvents<Value>: Sendable {
  private struct Item: Sendable {
    let tell: @Sendable (RootReference<Value>) -> Void
  }

  private struct Contents {
    var items: [Item] = []
    /// Whether nothing is kept any more: who is to be told has been told what came before.
    var isOpen = false
    weak var root: RootReference<Value>?
  }

  private let contents = Locked(Contents())

  /// Who is to be told by the key.
  var subscriber: SharedSubscriber<Value> {
    SharedSubscriber(
      versioned: { [self] result in
        let result = Transfer(value: result)
        add { $0.arrive(result.value) }
      },
      onLoading: { [self] isLoading in add { $0.arrive(isLoading: isLoading) } },
      onConnected: { [self] in add { $0.tryAgain() } }
    )
  }

  private func add(_ tell: @escaping @Sendable (RootReference<Value>) -> Void) {
    let root = contents.withLock { contents in
      if !contents.isOpen { contents.items.append(Item(tell: tell)) }
      return contents.root
    }
    if let root { tell(root) }
  }

  /// Tells a root what has come, and all that comes from now on.
  func tell(_ root: RootReference<Value>) {
    while true {
      let items = contents.withLock { contents in
        defer { contents.items = [] }
        // Only then, so that what comes meanwhile is told afterwards.
        if contents.items.isEmpty {
          contents.isOpen = true
          contents.root = root
        }
        return contents.items
      }
      if items.isEmpty { return }
      for item in items { item.tell(root) }
    }
  }
}

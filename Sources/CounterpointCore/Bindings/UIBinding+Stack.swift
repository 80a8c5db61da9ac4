@_spi(Internals) import CounterpointSupport

extension UIBinding {
  /// Returns the elements of a stack with their ids, for a toolkit with a navigation stack.
  ///
  /// ```swift
  /// let path = $store.scope(\.path, action: \.path).pathView()
  /// path.wrappedValue.removeLast()   // sends .popFrom(id:)
  /// ```
  ///
  /// Reading it tracks the elements' ids. Writing a longer collection sends `.push` for each new element. Writing a
  /// shorter one sends `.popFrom` for the lowest missing element. Writing a collection of the same length sends nothing
  /// and is reported as an issue; this happens if the feature does not handle `.push` and `.popFrom`.
  public func pathView<Element, ElementAction>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<StackState<Element>.PathView>
  where Value == Store<StackState<Element>, StackAction<Element, ElementAction>> {
    let source = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return UIBinding<StackState<Element>.PathView>(StackPath(location, at: source), transaction: transaction)
  }
}

/// The elements of a stack. Writes send push and pop actions.
private final class StackPath<Element, ElementAction>: BindingLocation {
  private let base: any BindingLocation<Store<StackState<Element>, StackAction<Element, ElementAction>>>
  private let location: SourceLocation

  init(
    _ base: any BindingLocation<Store<StackState<Element>, StackAction<Element, ElementAction>>>,
    at location: SourceLocation
  ) {
    self.base = base
    self.location = location
  }

  var value: StackState<Element>.PathView {
    let store = base.value
    store.core.hub.preconditionIsolated()
    store.core.track()
    return store.core.read(\.pathView)
  }

  func set(_ value: StackState<Element>.PathView) {
    let store = withoutTracking { base.value }
    store.core.hub.preconditionIsolated()
    guard !store.core.isInvalid else { return }
    let ids = store.core.read { Array($0.ids) }
    if value.count > ids.count {
      for component in value where !ids.contains(component.id) {
        _ = store.core.send(.push(id: component.id, state: component.element), at: location)
      }
    } else if let removed = zip(ids, value).first(where: { $0 != $1.id })?.0 ?? ids.dropFirst(value.count).first,
      value.count < ids.count
    {
      _ = store.core.send(.popFrom(id: removed), at: location)
    } else {
      reportIssue(
        """
        A path of \(value.count) elements was written to a stack with the same number of elements, so nothing was sent to \
        \(store.debugDescription).

        The feature does not handle '.push' and '.popFrom': integrate the stack with 'forEach' in its reducer. To replace an \
        element, send an action, and replace it in the reducer.
        """,
        at: location
      )
    }
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: "path")) }
}

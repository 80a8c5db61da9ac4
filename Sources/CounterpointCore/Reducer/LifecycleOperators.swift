@_spi(Internals) import CounterpointSupport

extension Reducer {
  /// Returns an effect when this feature appears in the state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onMount { state in
  ///     .run { [id = state.roomID] send in
  ///       for await message in chat.messages(id) { await send(.received(message)) }
  ///     }
  ///   }
  /// ```
  ///
  /// A feature is mounted when a store is created with its state, when an optional becomes present, when an enum
  /// changes to its case, and when an element is added to a list or a stack. What has changed the state does not
  /// matter: a reducer, a binding or the replacement of a whole path. The effect belongs to the feature. It is canceled
  /// when the feature is removed, as all effects of a feature with a hook are.
  ///
  /// The closure runs at the end of the action that made the feature appear, once, and can't change the state. Its
  /// effect starts after that of the action. Parents are mounted before their children, and elements in their order. In
  /// a new store the features are mounted before the first action.
  ///
  /// A feature that is replaced by one with another identity is dismounted, and the other one is mounted. The identity
  /// is that of ``ifLet(_:action:then:fileID:filePath:line:column:)`` and its relatives, which decides the cancellation
  /// of effects too.
  ///
  /// A store whose features have no lifecycle pays nothing. Otherwise an action compares the identities of the children
  /// that have one. A list is compared only if elements were added, removed, moved or replaced, unless its elements
  /// have a hook with `id:`, an `onDismount`, or children with hooks: then each element is read after each action.
  ///
  /// Use it on a reducer in a `body`. A hook in a reducer that another one runs in its own `reduce(into:action:)` is
  /// not found, which is reported as an issue.
  ///
  /// - Parameter mount: Returns the effect, for the state in which the feature appeared.
  public func onMount(
    _ mount: @escaping (_ state: State) -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return LifecycleReducer(base: InnerReducer(self), hook: MountHook<State, Action, Bool>(id: nil, mount, location))
  }

  /// Returns an effect when this feature appears in the state, and again whenever a value has changed.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onMount(id: \.query) { state in
  ///     .run { [query = state.query] send in await send(.found(search(query))) }
  ///   }
  /// ```
  ///
  /// When the value has changed, the effect of the previous value is canceled, even if the closure returns `.none`. The
  /// values before and after an action are compared, whatever has changed the state. Otherwise the same as
  /// ``onMount(_:fileID:filePath:line:column:)``.
  ///
  /// The value of each mounted feature is read after each action of the store. For the elements of a list, the cost of
  /// an action is therefore O(*n*).
  ///
  /// - Parameters:
  ///   - id: Returns the value, such as `\.query`.
  ///   - mount: Returns the effect for the current state.
  public func onMount<ID: Equatable>(
    id: @escaping (_ state: State) -> ID,
    _ mount: @escaping (_ state: State) -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return LifecycleReducer(base: InnerReducer(self), hook: MountHook<State, Action, ID>(id: id, mount, location))
  }

  /// Returns an effect when this feature is removed from the state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onDismount { state in
  ///     .run { [id = state.roomID] _ in await chat.leave(id) }
  ///   }
  /// ```
  ///
  /// The closure receives the last state of the feature: as it was before the action that removed it. It is called once
  /// for each mount, at the end of that action. Children are dismounted before their parents, and elements in their
  /// order. The end of a store dismounts nothing.
  ///
  /// All effects of an action's dismounts start before those of its mounts, and run up to their first suspension. What
  /// a dismount closes without waiting is closed before a mount opens it again.
  ///
  /// The effect belongs to the parent, because the effects of the feature itself are canceled. It can't send actions,
  /// because there is no feature to receive them. A parent that wants to know handles the action that removes the
  /// feature.
  ///
  /// The store keeps the last state of each mounted feature. The next change of an array or another copy-on-write
  /// collection in it therefore copies its storage. Keep only the part that is needed with
  /// ``onDismount(keeping:_:fileID:filePath:line:column:)``.
  ///
  /// - Parameter dismount: Returns the effect, for the last state.
  public func onDismount(
    _ dismount: @escaping (_ lastState: State) -> Effect<Never>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    onDismount(keeping: { $0 }, dismount, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns an effect when this feature is removed from the state, for a part of its last state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onDismount(keeping: \.roomID) { roomID in
  ///     .run { _ in await chat.leave(roomID) }
  ///   }
  /// ```
  ///
  /// The part of each mounted feature is read after each action of the store. For the elements of a list, the cost of
  /// an action is therefore O(*n*). Otherwise the same as ``onDismount(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - part: Returns the part, such as `\.roomID`.
  ///   - dismount: Returns the effect, for the last value of the part.
  public func onDismount<Part>(
    keeping part: @escaping (_ state: State) -> Part,
    _ dismount: @escaping (_ part: Part) -> Effect<Never>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return LifecycleReducer(
      base: InnerReducer(self),
      hook: DismountHook<State, Action, Part>(keeping: part, dismount, location)
    )
  }
}

/// A reducer with a hook. Created by `onMount` and `onDismount`.
///
/// It changes nothing for an action: the store finds the hook in the description of the feature's lifecycle.
struct LifecycleReducer<Base: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let hook: any LifecycleHook<Base.State, Base.Action>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    hook.use.checkThatStoreKnowsIt()
    return base.reduce(into: &state, action: action)
  }

  static func _findHooks(_ search: inout _LifecycleSearch) {
    search.foundHook()
  }

  func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
    lifecycle.append(hook)
  }
}

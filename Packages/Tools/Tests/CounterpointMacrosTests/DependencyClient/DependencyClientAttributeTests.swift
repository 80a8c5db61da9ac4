import Testing

/// The properties that become endpoints, and those that editors should hide.
@Suite struct DependencyClientAttributeTests {
  @Test func labels() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: (_ id: Int) -> Void
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint @available(iOS, deprecated: 9999, message: "Call the method; override the property.") @available(macOS, deprecated: 9999, message: "Call the method; override the property.") @available(tvOS, deprecated: 9999, message: "Call the method; override the property.") @available(visionOS, deprecated: 9999, message: "Call the method; override the property.") @available(watchOS, deprecated: 9999, message: "Call the method; override the property.")
        var fetch: (_ id: Int) -> Void

        init(fetch: @escaping (_ id: Int) -> Void) {
          self._fetch = fetch
        }

        init() {}
      }
      """
    )
  }

  @Test func writtenByHand() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        @DependencyEndpoint(method: "user")
        var userByID: (_ id: Int) -> Void
        @Counterpoint.DependencyEndpoint
        var reset: () -> Void
      }
      """,
      """

      struct Client {
        @available(iOS, deprecated: 9999, message: "Call the method; override the property.") @available(macOS, deprecated: 9999, message: "Call the method; override the property.") @available(tvOS, deprecated: 9999, message: "Call the method; override the property.") @available(visionOS, deprecated: 9999, message: "Call the method; override the property.") @available(watchOS, deprecated: 9999, message: "Call the method; override the property.")
        var userByID: (_ id: Int) -> Void {
          @storageRestrictions(initializes: _userByID)
          init(initialValue) {
            _userByID = initialValue
          }
          get { _userByID }
          set { _userByID = newValue }
        }

        private var _userByID: (_ id: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.userByID")
        }

        func user(id: Int) {
          self._userByID(id)
        }
        @Counterpoint.DependencyEndpoint
        var reset: () -> Void

        init(
          userByID: @escaping (_ id: Int) -> Void,
          reset: @escaping () -> Void
        ) {
          self._userByID = userByID
          self._reset = reset
        }

        init() {}
      }
      """
    )
  }

  @Test func types() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var a: @MainActor @Sendable () -> Void
        var b: (@Sendable () -> Void)
        var c: Action
        var d: (() -> Void)?
        var e: (Int, Int)
        var f: nonisolated(nonsending) @Sendable () async -> Void
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var a: @MainActor @Sendable () -> Void
        @Counterpoint.DependencyEndpoint
        var b: (@Sendable () -> Void)
        var c: Action
        var d: (() -> Void)?
        var e: (Int, Int)
        @Counterpoint.DependencyEndpoint
        var f: nonisolated(nonsending) @Sendable () async -> Void

        init(
          a: @escaping @MainActor @Sendable () -> Void,
          b: @escaping (@Sendable () -> Void),
          c: Action,
          d: (() -> Void)? = nil,
          e: (Int, Int),
          f: nonisolated(nonsending) @escaping @Sendable () async -> Void
        ) {
          self._a = a
          self._b = b
          self.c = c
          self.d = d
          self.e = e
          self._f = f
        }

        init(
          c: Action,
          d: (() -> Void)? = nil,
          e: (Int, Int)
        ) {
          self.c = c
          self.d = d
          self.e = e
        }
      }
      """
    )
  }
}

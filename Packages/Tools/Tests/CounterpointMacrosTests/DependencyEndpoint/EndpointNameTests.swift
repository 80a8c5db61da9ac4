import Testing

/// The names of the storage and the report, and the modifiers that they take from the property.
@Suite struct EndpointNameTests {
  @Test func backticks() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var `return`: () -> Void
      }
      """,
      """
      struct Client {
        var `return`: () -> Void {
          @storageRestrictions(initializes: _return)
          init(initialValue) {
            _return = initialValue
          }
          get { _return }
          set { _return = newValue }
        }

        private var _return: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.return")
        }
      }
      """
    )
  }

  @Test func rawIdentifier() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var `the end`: (_ of: Int) -> Void
      }
      """,
      """
      struct Client {
        var `the end`: (_ of: Int) -> Void {
          @storageRestrictions(initializes: `_the end`)
          init(initialValue) {
            `_the end` = initialValue
          }
          get { `_the end` }
          set { `_the end` = newValue }
        }

        private var `_the end`: (_ of: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.the end")
        }

        func `the end`(of: Int) {
          self.`_the end`(of)
        }
      }
      """
    )
  }

  @Test func withoutAType() {
    expectExpansion(
      """
      @DependencyEndpoint
      var reset: () -> Void
      """,
      """

      var reset: () -> Void {
        @storageRestrictions(initializes: _reset)
        init(initialValue) {
          _reset = initialValue
        }
        get { _reset }
        set { _reset = newValue }
      }

      private var _reset: () -> Void = {
        DependencyInjection.reportUnimplemented("reset")
      }
      """
    )
  }

  @Test func innermostType() {
    expectExpansion(
      """
      enum Outer {
        struct Inner<Value> {
          @DependencyEndpoint
          var reset: () -> Void
        }
      }
      """,
      """
      enum Outer {
        struct Inner<Value> {
          var reset: () -> Void {
            @storageRestrictions(initializes: _reset)
            init(initialValue) {
              _reset = initialValue
            }
            get { _reset }
            set { _reset = newValue }
          }

          private var _reset: () -> Void = {
            DependencyInjection.reportUnimplemented("Inner.reset")
          }
        }
      }
      """
    )
  }

  @Test func isolation() {
    expectExpansion(
      """
      @MainActor struct Client {
        @DependencyEndpoint
        nonisolated public private(set) var reset: (_ now: Bool) -> Void
        @DependencyEndpoint
        nonisolated(unsafe) var unsafe: (_ now: Bool) -> Void
      }
      """,
      """
      @MainActor struct Client {
        nonisolated public private(set) var reset: (_ now: Bool) -> Void {
          @storageRestrictions(initializes: _reset)
          init(initialValue) {
            _reset = initialValue
          }
          get { _reset }
          set { _reset = newValue }
        }

        private nonisolated var _reset: (_ now: Bool) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.reset")
        }

        public nonisolated func reset(now: Bool) {
          self._reset(now)
        }
        nonisolated(unsafe) var unsafe: (_ now: Bool) -> Void {
          @storageRestrictions(initializes: _unsafe)
          init(initialValue) {
            _unsafe = initialValue
          }
          get { _unsafe }
          set { _unsafe = newValue }
        }

        private nonisolated(unsafe) var _unsafe: (_ now: Bool) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.unsafe")
        }

        func unsafe(now: Bool) {
          self._unsafe(now)
        }
      }
      """
    )
  }

  @Test func parentheses() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var reset: (@Sendable (_ now: Bool) -> (Void))
      }
      """,
      """
      struct Client {
        var reset: (@Sendable (_ now: Bool) -> (Void)) {
          @storageRestrictions(initializes: _reset)
          init(initialValue) {
            _reset = initialValue
          }
          get { _reset }
          set { _reset = newValue }
        }

        private var _reset: (@Sendable (_ now: Bool) -> (Void)) = { _ in
          DependencyInjection.reportUnimplemented("Client.reset")
        }

        func reset(now: Bool) {
          self._reset(now)
        }
      }
      """
    )
  }
}

import Testing

/// The method that calls an endpoint with labels.
@Suite struct EndpointMethodTests {
  @Test func labels() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var fetch: @Sendable (_ id: Int, _ for: String) async throws -> [String]
      }
      """,
      """
      struct Client {
        var fetch: @Sendable (_ id: Int, _ for: String) async throws -> [String] {
          @storageRestrictions(initializes: _fetch)
          init(initialValue) {
            _fetch = initialValue
          }
          get { _fetch }
          set { _fetch = newValue }
        }

        private var _fetch: @Sendable (_ id: Int, _ for: String) async throws -> [String] = { _, _ in
          DependencyInjection.reportUnimplemented("Client.fetch")
          throw DependencyInjection.Unimplemented("fetch")
        }

        func fetch(id: Int, for p1: String) async throws -> [String] {
          try await self._fetch(id, p1)
        }
      }
      """
    )
  }

  @Test func mixedLabels() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var move: (Int, _ by: Int, _ by: Int) -> Void
      }
      """,
      """
      struct Client {
        var move: (Int, _ by: Int, _ by: Int) -> Void {
          @storageRestrictions(initializes: _move)
          init(initialValue) {
            _move = initialValue
          }
          get { _move }
          set { _move = newValue }
        }

        private var _move: (Int, _ by: Int, _ by: Int) -> Void = { _, _, _ in
          DependencyInjection.reportUnimplemented("Client.move")
        }

        func move(_ p0: Int, by p1: Int, by p2: Int) {
          self._move(p0, p1, p2)
        }
      }
      """
    )
  }

  @Test func keywordsAndBackticks() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var look: (_ in: Int, _ self: Int, _ `at`: Int) -> Void
      }
      """,
      """
      struct Client {
        var look: (_ in: Int, _ self: Int, _ `at`: Int) -> Void {
          @storageRestrictions(initializes: _look)
          init(initialValue) {
            _look = initialValue
          }
          get { _look }
          set { _look = newValue }
        }

        private var _look: (_ in: Int, _ self: Int, _ `at`: Int) -> Void = { _, _, _ in
          DependencyInjection.reportUnimplemented("Client.look")
        }

        func look(in p0: Int, self p1: Int, `at`: Int) {
          self._look(p0, p1, `at`)
        }
      }
      """
    )
  }

  @Test func backtickedName() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var `switch`: (_ to: Int) -> Void
      }
      """,
      """
      struct Client {
        var `switch`: (_ to: Int) -> Void {
          @storageRestrictions(initializes: _switch)
          init(initialValue) {
            _switch = initialValue
          }
          get { _switch }
          set { _switch = newValue }
        }

        private var _switch: (_ to: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.switch")
        }

        func `switch`(to: Int) {
          self._switch(to)
        }
      }
      """
    )
  }

  @Test func inoutAndAutoclosures() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var update: (_ value: inout Int, _ check: @autoclosure () -> Bool, _ later: @autoclosure @escaping @Sendable () async throws -> Int) async throws -> Void
      }
      """,
      """
      struct Client {
        var update: (_ value: inout Int, _ check: @autoclosure () -> Bool, _ later: @autoclosure @escaping @Sendable () async throws -> Int) async throws -> Void {
          @storageRestrictions(initializes: _update)
          init(initialValue) {
            _update = initialValue
          }
          get { _update }
          set { _update = newValue }
        }

        private var _update: (_ value: inout Int, _ check: @autoclosure () -> Bool, _ later: @autoclosure @escaping @Sendable () async throws -> Int) async throws -> Void = { _, _, _ in
          DependencyInjection.reportUnimplemented("Client.update")
          throw DependencyInjection.Unimplemented("update")
        }

        func update(value: inout Int, check: @autoclosure () -> Bool, later: @autoclosure @escaping @Sendable () async throws -> Int) async throws {
          try await self._update(&value, check(), try await later())
        }
      }
      """
    )
  }

  @Test func closures() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var start: (_ body: @escaping (Int) -> Void, _ end: sending String) -> Void
      }
      """,
      """
      struct Client {
        var start: (_ body: @escaping (Int) -> Void, _ end: sending String) -> Void {
          @storageRestrictions(initializes: _start)
          init(initialValue) {
            _start = initialValue
          }
          get { _start }
          set { _start = newValue }
        }

        private var _start: (_ body: @escaping (Int) -> Void, _ end: sending String) -> Void = { _, _ in
          DependencyInjection.reportUnimplemented("Client.start")
        }

        func start(body: @escaping (Int) -> Void, end: sending String) {
          self._start(body, end)
        }
      }
      """
    )
  }

  @Test func effects() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var a: (_ x: Int) async -> Void
        @DependencyEndpoint
        var b: (_ x: Int) throws(CancellationError) -> Void
        @DependencyEndpoint
        var c: (_ x: Int) throws(Never) -> Void
      }
      """,
      """
      struct Client {
        var a: (_ x: Int) async -> Void {
          @storageRestrictions(initializes: _a)
          init(initialValue) {
            _a = initialValue
          }
          get { _a }
          set { _a = newValue }
        }

        private var _a: (_ x: Int) async -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.a")
        }

        func a(x: Int) async {
          await self._a(x)
        }
        var b: (_ x: Int) throws(CancellationError) -> Void {
          @storageRestrictions(initializes: _b)
          init(initialValue) {
            _b = initialValue
          }
          get { _b }
          set { _b = newValue }
        }

        private var _b: (_ x: Int) throws(CancellationError) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.b")
        }

        func b(x: Int) throws(CancellationError) {
          try self._b(x)
        }
        var c: (_ x: Int) throws(Never) -> Void {
          @storageRestrictions(initializes: _c)
          init(initialValue) {
            _c = initialValue
          }
          get { _c }
          set { _c = newValue }
        }

        private var _c: (_ x: Int) throws(Never) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.c")
        }

        func c(x: Int) throws(Never) {
          self._c(x)
        }
      }
      """
    )
  }

  @Test func actor() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var show: @MainActor @Sendable (_ text: String) -> Void
        @DependencyEndpoint
        @MainActor var hide: (_ text: String) -> Void
      }
      """,
      """
      struct Client {
        var show: @MainActor @Sendable (_ text: String) -> Void {
          @storageRestrictions(initializes: _show)
          init(initialValue) {
            _show = initialValue
          }
          get { _show }
          set { _show = newValue }
        }

        private var _show: @MainActor @Sendable (_ text: String) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.show")
        }

        @MainActor
        func show(text: String) {
          self._show(text)
        }
        @MainActor var hide: (_ text: String) -> Void {
          @storageRestrictions(initializes: _hide)
          init(initialValue) {
            _hide = initialValue
          }
          get { _hide }
          set { _hide = newValue }
        }

        private var _hide: (_ text: String) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.hide")
        }

        @MainActor
        func hide(text: String) {
          self._hide(text)
        }
      }
      """
    )
  }

  @Test func callersActor() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var a: nonisolated(nonsending) @Sendable (_ x: Int) async -> Void
        @DependencyEndpoint
        var b: nonisolated(nonsending) (_ x: Int) async -> Void
        @DependencyEndpoint
        var c: @concurrent @Sendable (_ x: Int) async -> Void
      }
      """,
      """
      struct Client {
        var a: nonisolated(nonsending) @Sendable (_ x: Int) async -> Void {
          @storageRestrictions(initializes: _a)
          init(initialValue) {
            _a = initialValue
          }
          get { _a }
          set { _a = newValue }
        }

        private var _a: nonisolated(nonsending) @Sendable (_ x: Int) async -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.a")
        }

        nonisolated(nonsending) func a(x: Int) async {
          await self._a(x)
        }
        var b: nonisolated(nonsending) (_ x: Int) async -> Void {
          @storageRestrictions(initializes: _b)
          init(initialValue) {
            _b = initialValue
          }
          get { _b }
          set { _b = newValue }
        }

        private var _b: nonisolated(nonsending) (_ x: Int) async -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.b")
        }

        func b(x: Int) async {
          await self._b(x)
        }
        var c: @concurrent @Sendable (_ x: Int) async -> Void {
          @storageRestrictions(initializes: _c)
          init(initialValue) {
            _c = initialValue
          }
          get { _c }
          set { _c = newValue }
        }

        private var _c: @concurrent @Sendable (_ x: Int) async -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.c")
        }

        func c(x: Int) async {
          await self._c(x)
        }
      }
      """
    )
  }

  @Test func access() {
    expectExpansion(
      """
      public struct Client {
        @DependencyEndpoint
        public var a: (_ x: Int) -> Void
        @DependencyEndpoint
        package var b: (_ x: Int) -> Void
        @DependencyEndpoint
        fileprivate var c: (_ x: Int) -> Void
        @DependencyEndpoint
        private var d: (_ x: Int) -> Void
        @DependencyEndpoint
        public private(set) var e: (_ x: Int) -> Void
      }
      """,
      """
      public struct Client {
        public var a: (_ x: Int) -> Void {
          @storageRestrictions(initializes: _a)
          init(initialValue) {
            _a = initialValue
          }
          get { _a }
          set { _a = newValue }
        }

        private var _a: (_ x: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.a")
        }

        public func a(x: Int) {
          self._a(x)
        }
        package var b: (_ x: Int) -> Void {
          @storageRestrictions(initializes: _b)
          init(initialValue) {
            _b = initialValue
          }
          get { _b }
          set { _b = newValue }
        }

        private var _b: (_ x: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.b")
        }

        package func b(x: Int) {
          self._b(x)
        }
        fileprivate var c: (_ x: Int) -> Void {
          @storageRestrictions(initializes: _c)
          init(initialValue) {
            _c = initialValue
          }
          get { _c }
          set { _c = newValue }
        }

        private var _c: (_ x: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.c")
        }

        fileprivate func c(x: Int) {
          self._c(x)
        }
        private var d: (_ x: Int) -> Void {
          @storageRestrictions(initializes: _d)
          init(initialValue) {
            _d = initialValue
          }
          get { _d }
          set { _d = newValue }
        }

        private var _d: (_ x: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.d")
        }

        private func d(x: Int) {
          self._d(x)
        }
        public private(set) var e: (_ x: Int) -> Void {
          @storageRestrictions(initializes: _e)
          init(initialValue) {
            _e = initialValue
          }
          get { _e }
          set { _e = newValue }
        }

        private var _e: (_ x: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.e")
        }

        public func e(x: Int) {
          self._e(x)
        }
      }
      """
    )
  }
}

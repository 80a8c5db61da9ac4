import Testing

/// The name of the method, and the attributes and modifiers that it takes from the property.
@Suite struct EndpointMethodNameTests {
  @Test func documentationAndAvailability() {
    expectExpansion(
      """
      struct Client {
        /// Fetches a thing.
        ///
        /// - Parameter id: Its number.
        @DependencyEndpoint
        @available(*, deprecated, message: "Too slow")
        var fetch: (_ id: Int) throws -> Void
      }
      """,
      """
      struct Client {
        /// Fetches a thing.
        ///
        /// - Parameter id: Its number.
        @available(*, deprecated, message: "Too slow")
        var fetch: (_ id: Int) throws -> Void {
          @storageRestrictions(initializes: _fetch)
          init(initialValue) {
            _fetch = initialValue
          }
          get { _fetch }
          set { _fetch = newValue }
        }

        private var _fetch: (_ id: Int) throws -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.fetch")
          throw DependencyInjection.Unimplemented("fetch")
        }

        /// Fetches a thing.
        ///
        /// - Parameter id: Its number.
        @available(*, deprecated, message: "Too slow")
        func fetch(id: Int) throws {
          try self._fetch(id)
        }
      }
      """
    )
  }

  @Test func otherName() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint(method: "user")
        var userByID: (_ id: Int) throws -> String
        @DependencyEndpoint(method: "refresh")
        var refreshAll: () -> Void
        @DependencyEndpoint(method: "read")
        var readLines: (Int) -> Void
      }
      """,
      """
      struct Client {
        var userByID: (_ id: Int) throws -> String {
          @storageRestrictions(initializes: _userByID)
          init(initialValue) {
            _userByID = initialValue
          }
          get {
            guard DependencyInjection._isReadRecorded() else { return _userByID }
            return { [endpoint = _userByID] p0 in
              try DependencyInjection._endpointRead("Client.userByID") { try endpoint(p0) }
            }
          }
          set { _userByID = newValue }
        }

        private var _userByID: (_ id: Int) throws -> String = { _ in
          DependencyInjection.reportUnimplemented("Client.userByID")
          throw DependencyInjection.Unimplemented("userByID")
        }

        func user(id: Int) throws -> String {
          try DependencyInjection._endpointRead("Client.userByID") { try self._userByID(id) }
        }
        var refreshAll: () -> Void {
          @storageRestrictions(initializes: _refreshAll)
          init(initialValue) {
            _refreshAll = initialValue
          }
          get { _refreshAll }
          set { _refreshAll = newValue }
        }

        private var _refreshAll: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.refreshAll")
        }

        func refresh() {
          self._refreshAll()
        }
        var readLines: (Int) -> Void {
          @storageRestrictions(initializes: _readLines)
          init(initialValue) {
            _readLines = initialValue
          }
          get { _readLines }
          set { _readLines = newValue }
        }

        private var _readLines: (Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.readLines")
        }

        func read(_ p0: Int) {
          self._readLines(p0)
        }
      }
      """
    )
  }

  @Test func otherNameThatIsAKeyword() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint(method: "return")
        var giveBack: () -> Void
      }
      """,
      """
      struct Client {
        var giveBack: () -> Void {
          @storageRestrictions(initializes: _giveBack)
          init(initialValue) {
            _giveBack = initialValue
          }
          get { _giveBack }
          set { _giveBack = newValue }
        }

        private var _giveBack: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.giveBack")
        }

        func `return`() {
          self._giveBack()
        }
      }
      """
    )
  }

  @Test func sameName() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint(method: "reset")
        var reset: () -> Void
        @DependencyEndpoint(method: "fetch")
        var fetch: (_ id: Int) -> Void
      }
      """,
      """
      struct Client {
        var reset: () -> Void {
          @storageRestrictions(initializes: _reset)
          init(initialValue) {
            _reset = initialValue
          }
          get { _reset }
          set { _reset = newValue }
        }

        private var _reset: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.reset")
        }
        var fetch: (_ id: Int) -> Void {
          @storageRestrictions(initializes: _fetch)
          init(initialValue) {
            _fetch = initialValue
          }
          get { _fetch }
          set { _fetch = newValue }
        }

        private var _fetch: (_ id: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.fetch")
        }

        func fetch(id: Int) {
          self._fetch(id)
        }
      }
      """
    )
  }
}

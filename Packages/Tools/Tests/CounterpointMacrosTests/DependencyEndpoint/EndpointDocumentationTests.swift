import Testing

/// The documentation of an endpoint is copied to its method.
@Suite struct EndpointDocumentationTests {
  @Test func aBlockComment() {
    expectExpansion(
      #"""
      struct Client {
        /**
         Loads.

         - Parameter id: The id.
         */
        @DependencyEndpoint
        var load: (_ id: Int) throws -> Void
      }
      """#,
      #"""
      struct Client {
        /**
         Loads.

         - Parameter id: The id.
         */
        var load: (_ id: Int) throws -> Void {
          @storageRestrictions(initializes: _load)
          init(initialValue) {
            _load = initialValue
          }
          get { _load }
          set { _load = newValue }
        }

        private var _load: (_ id: Int) throws -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.load")
          throw DependencyInjection.Unimplemented("load")
        }

        /**
        Loads.

        - Parameter id: The id.
        */
        func load(id: Int) throws {
          try self._load(id)
        }
      }
      """#
    )
  }

  @Test func attributesUnderAConditionAreKept() {
    expectExpansion(
      #"""
      struct Client {
        #if A
        @available(*, deprecated)
        #endif
        @DependencyEndpoint
        @available(macOS 99, *)
        var load: (_ id: Int) throws -> Void
      }
      """#,
      #"""
      struct Client {
        #if A
        @available(*, deprecated)
        #endif
        @available(macOS 99, *)
        var load: (_ id: Int) throws -> Void {
          @storageRestrictions(initializes: _load)
          init(initialValue) {
            _load = initialValue
          }
          get { _load }
          set { _load = newValue }
        }

        private var _load: (_ id: Int) throws -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.load")
          throw DependencyInjection.Unimplemented("load")
        }

        #if A
        @available(*, deprecated)
        #endif
        @available(macOS 99, *)
        func load(id: Int) throws {
          try self._load(id)
        }
      }
      """#
    )
  }
}

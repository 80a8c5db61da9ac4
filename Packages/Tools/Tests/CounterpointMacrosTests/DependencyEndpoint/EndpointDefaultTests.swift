import Testing

/// The default of an endpoint: it reports the call, then returns or throws if possible.
@Suite struct EndpointDefaultTests {
  @Test func throwing() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var fetch: @Sendable (Int, String) async throws -> String
      }
      """,
      """
      struct Client {
        var fetch: @Sendable (Int, String) async throws -> String {
          @storageRestrictions(initializes: _fetch)
          init(initialValue) {
            _fetch = initialValue
          }
          get { _fetch }
          set { _fetch = newValue }
        }

        private var _fetch: @Sendable (Int, String) async throws -> String = { _, _ in
          DependencyInjection.reportUnimplemented("Client.fetch")
          throw DependencyInjection.Unimplemented("fetch")
        }
      }
      """
    )
  }

  @Test func throwingAnyError() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var fetch: () throws(any Error) -> Int
      }
      """,
      """
      struct Client {
        var fetch: () throws(any Error) -> Int {
          @storageRestrictions(initializes: _fetch)
          init(initialValue) {
            _fetch = initialValue
          }
          get {
            guard DependencyInjection._isReadRecorded() else { return _fetch }
            return { [endpoint = _fetch] () throws(any Error) in
              try DependencyInjection._endpointRead("Client.fetch") { () throws(any Error) in try endpoint() }
            }
          }
          set { _fetch = newValue }
        }

        private var _fetch: () throws(any Error) -> Int = {
          DependencyInjection.reportUnimplemented("Client.fetch")
          throw DependencyInjection.Unimplemented("fetch")
        }
      }
      """
    )
  }

  @Test func void() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var reset: () -> Void
        @DependencyEndpoint
        var track: (String) async -> ()
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
        var track: (String) async -> () {
          @storageRestrictions(initializes: _track)
          init(initialValue) {
            _track = initialValue
          }
          get { _track }
          set { _track = newValue }
        }

        private var _track: (String) async -> () = { _ in
          DependencyInjection.reportUnimplemented("Client.track")
        }
      }
      """
    )
  }

  @Test func optional() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var first: () -> Int?
        @DependencyEndpoint
        var last: (Int) -> Optional<Int>
      }
      """,
      """
      struct Client {
        var first: () -> Int? {
          @storageRestrictions(initializes: _first)
          init(initialValue) {
            _first = initialValue
          }
          get {
            guard DependencyInjection._isReadRecorded() else { return _first }
            return { [endpoint = _first] in
              DependencyInjection._endpointRead("Client.first") { endpoint() }
            }
          }
          set { _first = newValue }
        }

        private var _first: () -> Int? = {
          DependencyInjection.reportUnimplemented("Client.first")
          return nil
        }
        var last: (Int) -> Optional<Int> {
          @storageRestrictions(initializes: _last)
          init(initialValue) {
            _last = initialValue
          }
          get {
            guard DependencyInjection._isReadRecorded() else { return _last }
            return { [endpoint = _last] p0 in
              DependencyInjection._endpointRead("Client.last") { endpoint(p0) }
            }
          }
          set { _last = newValue }
        }

        private var _last: (Int) -> Optional<Int> = { _ in
          DependencyInjection.reportUnimplemented("Client.last")
          return nil
        }
      }
      """
    )
  }

  @Test func ownError() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var check: () throws(CancellationError) -> Void
      }
      """,
      """
      struct Client {
        var check: () throws(CancellationError) -> Void {
          @storageRestrictions(initializes: _check)
          init(initialValue) {
            _check = initialValue
          }
          get { _check }
          set { _check = newValue }
        }

        private var _check: () throws(CancellationError) -> Void = {
          DependencyInjection.reportUnimplemented("Client.check")
        }
      }
      """
    )
  }

  @Test func singleExpression() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var count: (Int) -> Int = { _ in 42 }
      }
      """,
      """
      struct Client {
        var count: (Int) -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _count }
            return { [endpoint = _count] p0 in
              DependencyInjection._endpointRead("Client.count") { endpoint(p0) }
            }
          }
          set { _count = newValue }
        }

        private var _count: (Int) -> Int = { _ in
          DependencyInjection.reportUnimplemented("Client.count")
          return 42
        }
      }
      """
    )
  }

  @Test func shorthandArguments() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var twice: (Int) -> Int = { $0 * 2 }
      }
      """,
      """
      struct Client {
        var twice: (Int) -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _twice }
            return { [endpoint = _twice] p0 in
              DependencyInjection._endpointRead("Client.twice") { endpoint(p0) }
            }
          }
          set { _twice = newValue }
        }

        private var _twice: (Int) -> Int = {
          DependencyInjection.reportUnimplemented("Client.twice")
          return $0 * 2
        }
      }
      """
    )
  }

  @Test func severalStatements() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var sum: (Int, Int) -> Int = { a, b in
          let sum = a + b
          if sum > 0 {
            return sum
          }
          return 0
        }
      }
      """,
      """
      struct Client {
        var sum: (Int, Int) -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _sum }
            return { [endpoint = _sum] p0, p1 in
              DependencyInjection._endpointRead("Client.sum") { endpoint(p0, p1) }
            }
          }
          set { _sum = newValue }
        }

        private var _sum: (Int, Int) -> Int = { a, b in
          DependencyInjection.reportUnimplemented("Client.sum")
          let sum = a + b
          if sum > 0 {
            return sum
          }
          return 0
        }
      }
      """
    )
  }

  @Test func severalLines() {
    expectExpansion(
      #"""
      struct Client {
        @DependencyEndpoint
        var text: () -> String = {
          """
          one
            two
          """
        }
      }
      """#,
      #"""
      struct Client {
        var text: () -> String {
          get {
            guard DependencyInjection._isReadRecorded() else { return _text }
            return { [endpoint = _text] in
              DependencyInjection._endpointRead("Client.text") { endpoint() }
            }
          }
          set { _text = newValue }
        }

        private var _text: () -> String = {
          DependencyInjection.reportUnimplemented("Client.text")
          return """
          one
            two
          """
        }
      }
      """#
    )
  }

  @Test func voidExpression() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var log: (String) -> Void = { print($0) }
      }
      """,
      """
      struct Client {
        var log: (String) -> Void {
          get { _log }
          set { _log = newValue }
        }

        private var _log: (String) -> Void = {
          DependencyInjection.reportUnimplemented("Client.log")
          print($0)
        }
      }
      """
    )
  }

  @Test func throwingWithDefault() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var fetch: () throws -> Int = { 1 }
      }
      """,
      """
      struct Client {
        var fetch: () throws -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _fetch }
            return { [endpoint = _fetch] in
              try DependencyInjection._endpointRead("Client.fetch") { try endpoint() }
            }
          }
          set { _fetch = newValue }
        }

        private var _fetch: () throws -> Int = {
          DependencyInjection.reportUnimplemented("Client.fetch")
          return 1
        }
      }
      """
    )
  }

  @Test func conditionalExpressions() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var bit: (Bool) -> Int = { if $0 { 1 } else { 2 } }
        @DependencyEndpoint
        var flag: (Int) -> Bool = {
          switch $0 {
          case 0: return false
          default: return [1].contains { $0 == 1 }
          }
        }
      }
      """,
      """
      struct Client {
        var bit: (Bool) -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _bit }
            return { [endpoint = _bit] p0 in
              DependencyInjection._endpointRead("Client.bit") { endpoint(p0) }
            }
          }
          set { _bit = newValue }
        }

        private var _bit: (Bool) -> Int = {
          DependencyInjection.reportUnimplemented("Client.bit")
          return if $0 { 1 } else { 2 }
        }
        var flag: (Int) -> Bool {
          get {
            guard DependencyInjection._isReadRecorded() else { return _flag }
            return { [endpoint = _flag] p0 in
              DependencyInjection._endpointRead("Client.flag") { endpoint(p0) }
            }
          }
          set { _flag = newValue }
        }

        private var _flag: (Int) -> Bool = {
          DependencyInjection.reportUnimplemented("Client.flag")
          switch $0 {
          case 0: return false
          default: return [1].contains { $0 == 1 }
          }
        }
      }
      """
    )
  }

  @Test func emptyClosure() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var log: () -> Void = {}
      }
      """,
      """
      struct Client {
        var log: () -> Void {
          get { _log }
          set { _log = newValue }
        }

        private var _log: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.log")
        }
      }
      """
    )
  }

  @Test func defaultThatBeginsWithAClosure() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var call: () -> Void = { { print("x") }() }
      }
      """,
      """
      struct Client {
        var call: () -> Void {
          get { _call }
          set { _call = newValue }
        }

        private var _call: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.call");
          { print("x") }()
        }
      }
      """
    )
  }
}

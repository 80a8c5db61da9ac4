import DependencyInjection

/// A program as users ship it, for what can't be seen inside a process that runs tests.
///
/// It prints what it finds; issues go to standard error.
@main
enum DependencyFixture {
  enum Number: DependencyKey {
    static let liveValue = 1
    static let previewValue = 2
    static let testValue = 3
  }

  enum TestOnly: TestDependencyKey {
    static let testValue = "test only"
  }

  enum Client: DependencyKey {
    static let liveValue = "live"
  }

  /// A service that reads another dependency when it is made.
  enum Service: DependencyKey {
    static var liveValue: String {
      @Dependency(Client.self) var client
      return "service of \(client)"
    }
  }

  static func main() async {
    @Dependency(\.context) var context
    @Dependency(Number.self) var number
    print("context \(context)")
    print("number \(number)")
    switch CommandLine.arguments.dropFirst().first {
    case "missing": missing()
    case "precondition": precondition()
    case "forget": await forget()
    case "override": overridden()
    default: break
    }
  }

  static func missing() {
    @Dependency(TestOnly.self) var testOnly
    print(testOnly)
    print(testOnly)
    print("end")
  }

  static func overridden() {
    @Dependency(Service.self) var service
    withDependencies {
      $0[Client.self] = "override"
    } operation: {
      print(service)
    }
    print(service)
  }

  static func precondition() {
    @Dependency(\.precondition) var precondition
    precondition(true)
    print("true passes")
    precondition(false, "the fixture's precondition")
    print("went on")
  }

  static func forget() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let (gate, continuation) = AsyncStream<Void>.makeStream()
    // Would never return if it waited for the work.
    await fireAndForget { for await _ in gate {} }
    continuation.finish()
    print("did not wait")
  }
}

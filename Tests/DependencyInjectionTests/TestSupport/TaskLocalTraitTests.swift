import DependencyInjectionTestSupport
import Testing

enum Session {
  // Not `@TaskLocal static var`, because the compiler doesn't find `$user` in an attribute of the same module.
  static let user = TaskLocal(wrappedValue: "nobody")
}

@Suite(.taskLocal(Session.user, "suite")) struct TaskLocalTraitTests {
  @Test func aSuitesTaskLocal() {
    #expect(Session.user.get() == "suite")
  }

  @Test(Session.user.set("test")) func aTestsTaskLocal() {
    #expect(Session.user.get() == "test")
  }

  @Test(.taskLocal(Session.user, "case"), arguments: 0..<3) func aCasesTaskLocal(_: Int) {
    #expect(Session.user.get() == "case")
  }
}

import CounterpointTestSupport
import DependencyInjection
import Testing

@Suite struct WithDependenciesFromTests {
  class Parent {
    @Dependency(\.number) var number
    func child() -> Child { withDependencies(from: self) { Child() } }
  }

  final class Child {
    @Dependency(\.number) var number
    @Dependency(\.optional) var optional
    func grandchild() -> Plain {
      withDependencies(from: self) {
        $0.optional = 7
      } operation: {
        Plain()
      }
    }
  }

  /// An object without a dependency of its own.
  final class Plain {
    func reader() -> Child { withDependencies(from: self) { Child() } }
  }

  final class Heir: Parent {
    let name = "heir"
  }

  @Test func aChainOfModelsHandsTheOverridesDown() {
    let parent = withDependencies {
      $0.number = 10
    } operation: {
      Parent()
    }
    let child = parent.child()
    #expect(child.number == 10)
    let last = child.grandchild().reader()
    #expect(last.number == 10)
    #expect(last.optional == 7)
    #expect(child.optional == 3)
  }

  @Test func currentOverridesTakePrecedence() {
    let parent = withDependencies {
      $0.number = 10
    } operation: {
      Parent()
    }
    withDependencies {
      $0.number = 11
    } operation: {
      #expect(parent.child().number == 11)
    }
  }

  @Test func aSuperclassCounts() {
    let heir = withDependencies {
      $0.number = 10
    } operation: {
      Heir()
    }
    #expect(heir.child().number == 10)
  }

  @Test func anObjectWithoutDependenciesIsReportedAndTheOperationRuns() throws {
    let plain = Plain()
    let line: UInt = #line + 3
    var result = 0
    let reported = issues {
      result = withDependencies(from: plain) { 1 }
    }
    #expect(result == 1)
    #expect(reported.count == 1)
    let issue = try #require(reported.first)
    #expect(issue.line == line)
    #expect(issue.fileID == #fileID)
    #expect(issue.message.contains("Plain"))
    #expect(issue.message.contains("@Dependency"))
  }

  @Test func theAsynchronousFormsDoTheSame() async {
    let parent = await withDependencies {
      $0.number = 10
    } operation: {
      await Task.yield()
      return Parent()
    }
    let plain = await withDependencies(from: parent) {
      await Task.yield()
      return Plain()
    }
    #expect(plain.reader().number == 10)
    let number = await withDependencies(from: plain) {
      await Task.yield()
      $0.optional = $0.number
    } operation: {
      await Task.yield()
      return Child().optional
    }
    #expect(number == 10)
  }

  @Test func objectsThatWentDoNotLeaveTheirValuesToOthers() {
    for number in 0..<1_000 {
      let plain = withDependencies {
        $0.number = number
      } operation: {
        Plain()
      }
      #expect(plain.reader().number == number)
      // The new object may have the address of a deallocated one.
      let unknown = Plain()
      let reported = issues { #expect(unknown.reader().number == 3) }
      #expect(reported.count == 1)
    }
  }
}

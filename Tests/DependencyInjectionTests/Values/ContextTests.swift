@testable import DependencyInjection
import Testing

/// The context of a process, determined from its environment. `ProcessTests` start real processes.
@Suite struct ContextTests {
  private func found(_ environment: [String: String], isTesting: Bool = false) -> DependencyContext {
    DependencyContext.detect(in: environment, isTesting: isTesting).context
  }

  @Test func theVariableIsFollowed() {
    for (name, context) in ["live": DependencyContext.live, "preview": .preview, "test": .test] {
      for isTesting in [true, false] {
        let environment = ["SWIFT_DEPENDENCIES_CONTEXT": name, "XCODE_RUNNING_FOR_PREVIEWS": "1"]
        let result = DependencyContext.detect(in: environment, isTesting: isTesting)
        #expect(result.context == context)
        #expect(result.unknown == nil)
      }
    }
  }

  @Test func anUnknownWordIsIgnoredAndReported() {
    let result = DependencyContext.detect(in: ["SWIFT_DEPENDENCIES_CONTEXT": "prod"], isTesting: true)
    #expect(result.context == .test)
    #expect(result.unknown == "prod")
  }

  @Test func previewsComeBeforeTests() {
    #expect(found(["XCODE_RUNNING_FOR_PREVIEWS": "1"], isTesting: true) == .preview)
    #expect(found(["XCODE_RUNNING_FOR_PREVIEWS": "0"], isTesting: true) == .test)
  }

  @Test func withoutAnyVariableTestsAreTestsAndTheRestIsLive() {
    #expect(found([:], isTesting: true) == .test)
    #expect(found([:]) == .live)
  }

  @Test func valuesThatAreSetBeforeTheContextBelongToIt() {
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      prepareDependencies {
        $0.number = 10
        $0.context = .live
        $0.client.fetch = { "prepared" }
      }
      #expect(DependencyValues._current.number == 10)
      #expect(DependencyValues._current.client.fetch() == "prepared")
    }
  }

  @Test func anOverrideTakesPrecedenceOverAPreparedValue() {
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      prepareDependencies { $0.context = .live }
      #expect(DependencyValues._current.context == .live)
      #expect(DependencyValues._current.number == 1)
      withDependencies {
        $0.context = .preview
      } operation: {
        #expect(DependencyValues._current.number == 2)
      }
    }
  }
}

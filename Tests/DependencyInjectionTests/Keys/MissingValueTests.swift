#if DEBUG
import CounterpointTestSupport
import DependencyInjection
import Testing

/// Issues about keys without a value for the current context. Release builds report none.
@Suite struct MissingValueTests {
  private func fresh(_ context: DependencyContext, _ operation: () -> Void) {
    withDependencies {
      $0 = DependencyValues()
      $0.context = context
    } operation: {
      operation()
    }
  }

  @Test func aMissingTestValueIsReportedOnce() throws {
    let line: UInt = #line + 3
    let reported = issues {
      fresh(.test) {
        @Dependency(\.liveOnly) var liveOnly
        #expect(liveOnly == .liveValue)
        #expect(liveOnly == .liveValue)
        #expect(DependencyValues._current.liveOnly == .liveValue)
      }
    }
    #expect(reported.count == 1)
    let issue = try #require(reported.first)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("'\\.liveOnly'"))
    #expect(issue.message.contains("\(#fileID):\(line)"))
    #expect(issue.message.contains("Dependency: DependencyInjectionTests.LiveOnly"))
    #expect(issue.message.contains("withDependencies"))
    #expect(issue.message.contains("testValue"))
  }

  /// A default with a task that goes on, as that of a client that polls.
  private struct Poll: DependencyKey {
    static let mayGoOn = Signal()
    static let tasks = Recorder<Task<Void, Never>>()

    static var liveValue: Poll { Poll() }
    static var testValue: Poll {
      tasks.note(
        Task {
          await mayGoOn.wait()
          _ = LiveOnly.testValue
          @Dependency(\.liveOnly) var liveOnly
          _ = liveOnly
        }
      )
      return Poll()
    }
  }

  @Test func aTaskThatAnUpdateHasStartedIsNoUpdate() async throws {
    let reported = await issues {
      await withDependencies {
        $0 = DependencyValues()
        $0.context = .test
      } operation: {
        // The update reads the default, which starts the task.
        withDependencies {
          $0[Poll.self] = $0[Poll.self]
        } operation: {
          Poll.mayGoOn.send()
        }
        for task in Poll.tasks.entries { await task.value }
      }
    }
    #expect(reported.count == 2)
  }

  @Test func aKeyWithoutAPropertyIsCalledByItsType() throws {
    enum Key: DependencyKey {
      static let liveValue = 1
    }
    let reported = issues {
      fresh(.test) {
        @Dependency(Key.self) var value
        #expect(value == 1)
      }
    }
    let issue = try #require(reported.first)
    #expect(issue.message.contains("'Key.self'"))
    #expect(issue.message.contains("Value: Swift.Int"))
    #expect(!issue.message.contains("unknown context"))
  }

  @Test func withoutADeclarationTheIssueIsAtTheProperty() throws {
    let reported = issues {
      fresh(.test) { _ = DependencyValues._current.liveOnly }
    }
    #expect(reported.first?.fileID == "DependencyInjectionTests/Keys.swift")
  }

  @Test func anAskedTestValueIsReportedToo() {
    let reported = issues { #expect(LiveOnly.testValue == .liveValue) }
    #expect(reported.count == 1)
  }

  @Test func aMissingLiveValueIsReportedAtEachUse() throws {
    let line: UInt = #line + 3
    let reported = issues {
      fresh(.live) {
        @Dependency(\.testOnly) var testOnly
        #expect(testOnly == "test")
        #expect(testOnly == "test")
      }
    }
    #expect(reported.count == 2)
    let issue = try #require(reported.last)
    #expect(issue.line == line)
    #expect(issue.message.contains("'\\.testOnly'"))
    #expect(issue.message.contains("DependencyKey"))
    #expect(issue.message.contains("TestOnlyKey"))
  }

  @Test func aPreparedValueIsNotMissing() {
    let reported = issues {
      fresh(.live) {
        prepareDependencies { $0.testOnly = "prepared" }
        #expect(DependencyValues._current.testOnly == "prepared")
      }
      fresh(.test) {
        prepareDependencies { $0.liveOnly.name = "prepared" }
        #expect(DependencyValues._current.liveOnly.name == "prepared")
      }
    }
    #expect(reported.isEmpty)
  }

  @Test func settingAPartOfAClientIsNoUseOfIt() {
    let reported = issues {
      fresh(.live) {
        withDependencies {
          $0.client.fetch = { "set" }
        } operation: {
          #expect(DependencyValues._current.client.fetch() == "set")
        }
      }
      fresh(.test) {
        withDependencies {
          $0.liveOnly.name = "set"
        } operation: {
          #expect(DependencyValues._current.liveOnly.name == "set")
        }
      }
    }
    #expect(reported.isEmpty)
  }

  @Test func aMissingValueIsReportedOutsideOfTheScopeThatSetsIt() {
    let reported = issues {
      fresh(.test) {
        withDependencies {
          $0.liveOnly.name = "set"
        } operation: {
        }
        _ = DependencyValues._current.liveOnly
        _ = DependencyValues._current.liveOnly
      }
    }
    #expect(reported.count == 1)
  }

  @Test func aTestValueKnowsWhetherItIsBeingSet() {
    fresh(.test) {
      #expect(DependencyValues._current.client.count() == 1)
    }
    fresh(.test) {
      withDependencies {
        $0.client.fetch = { "" }
      } operation: {
        #expect(DependencyValues._current.client.count() == 0)
      }
    }
    #expect(Client.shouldReportUnimplemented)
  }

  @Test func anOverrideIsNotMissing() {
    let reported = issues {
      fresh(.test) {
        withDependencies {
          $0.liveOnly = LiveOnly(name: "override")
        } operation: {
          #expect(DependencyValues._current.liveOnly.name == "override")
        }
      }
    }
    #expect(reported.isEmpty)
  }
}
#endif

import Counterpoint
@_spi(Internals) package import CounterpointInspector
package import CounterpointSessions

/// Returns the inspector for browsers.
///
/// - Parameters:
///   - title: The name of the inspected program.
///   - connect: Creates a connection to the program for a session, because the events of a connection can be received
///     once.
package func inspectorSite(
  _ title: String,
  connect: @escaping @Sendable () -> InspectedProgram,
  limits: WebLimits = WebLimits()
) -> WebSite<InspectorPage.State, InspectorPage.Action> {
  WebSite(inspectorApp(title: title, connect: connect), limits: limits)
}

/// The inspector for browsers.
func inspectorApp(
  title: String,
  connect: @escaping @Sendable () -> InspectedProgram
) -> WebApp<InspectorPage.State, InspectorPage.Action> {
  WebApp(
    title: "\(title) – inspector",
    styleSheet: String(decoding: PackageResources.inspector_css, as: UTF8.self),
    isBusy: { !$0.hasEnded },
    fields: { viewStore in
      [
        WebField("filter", viewStore.binding(get: \.filter.text, send: InspectorPage.Action.filterEdited)),
        WebField("draft", viewStore.binding(get: \.draft, send: InspectorPage.Action.draftEdited)),
      ]
    },
    viewStore: { actor in
      let program = connect()
      let store = Store(
        initialState: InspectorFeature.State(program: program.description),
        isolation: actor
      ) {
        InspectorFeature(program: program)
      }
      return store.view(state: InspectorPage.State.init(state:), action: InspectorFeature.Action.user)
    },
    screen: { $0.html }
  )
}

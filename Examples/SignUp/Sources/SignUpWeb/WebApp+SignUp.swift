import Counterpoint
import CounterpointHTML
public import CounterpointRecording
public import CounterpointSessions
public import SignUp

extension WebApp<SignUpPage.State, SignUpPage.Action> {
  /// The flow for browsers: each page that a browser loads has a flow of its own.
  ///
  /// The states of visitors are never stored, because they contain passwords. The site stores a picture only with its
  /// account: an upload is a temporary file until then, and is removed with its page's flow.
  ///
  /// - Parameters:
  ///   - client: The client that creates accounts, for all visitors.
  ///   - recorder: The recorder of all visitors; `nil` for none. It needs `Redaction.signUp`.
  public static func signUp(_ client: SignUpClient, recorder: Recorder? = nil) -> Self {
    WebApp(
      title: "Sign up",
      styleSheet: standardStyleSheet + String(decoding: PackageResources.signup_css, as: UTF8.self),
      isBusy: { $0.isSubmitting || $0.isCheckingPicture },
      addresses: WebAddresses(
        SignUpRoute.routes,
        route: \.route,
        action: { .opened($0) },
        // The summary of an account that exists is no page to go back to.
        replaces: { old, new in old == .summary && new == .start }
      ),
      head: { PageHead(title: $0.title) },
      fields: { store in
        [
          WebField("email", store.binding(get: { _ in "" }, send: SignUpPage.Action.emailEntered)),
          WebField("password", store.binding(get: { _ in "" }, send: { .passwordEntered(EnteredPassword($0)) })),
          WebField("name", store.binding(get: { _ in "" }, send: SignUpPage.Action.nameEntered)),
          WebField("phone", store.binding(get: { _ in "" }, send: SignUpPage.Action.phoneEntered)),
          WebField("picture", store.binding(get: { _ in nil }, send: SignUpPage.Action.pictureChosen)),
        ]
          + Topic.allCases.map { topic in
            WebField(topic.rawValue, store.binding(get: { _ in false }, send: { .topicToggled(topic, $0) }))
          }
      },
      viewStore: { actor in
        Store(initialState: WebFeature.State(), isolation: actor) {
          WebFeature()
        } withDependencies: {
          $0.signUp = client
          $0.pictures = .liveValue
          $0.recorder = recorder
        }.page
      },
      screen: \.html
    )
  }
}

import Counterpoint
import CounterpointTerminal
import SignUp

/// A screen with a form. Erases the type of the ids of its fields.
struct FormPage {
  /// A field for scripts.
  struct Field {
    let name: String
    let text: UIBinding<String>?
    let isOn: UIBinding<Bool>?
    /// Empties the field; `nil` if it is empty, or if its text can be deleted.
    let remove: (() -> StoreTask)?
  }

  let title: String
  /// The text above the fields.
  let introduction: String
  let fields: [Field]
  let screen: (TerminalSize) -> Screen
  /// Returns whether the form handles the event.
  let handle: (TerminalEvent) -> Bool
  /// Continues with the next screen, or shows the problems.
  let finish: () -> StoreTask

  /// The field that can be emptied.
  var removableField: Field? { fields.first { $0.remove != nil } }

  init<ID: Hashable & Sendable & RawRepresentable<String>>(
    _ title: String,
    introduction: String,
    form: Form<ID>,
    removals: [ID: () -> StoreTask] = [:],
    finish: @escaping () -> StoreTask
  ) {
    self.title = title
    self.introduction = introduction
    self.fields = form.fields.map {
      Field(name: $0.id.rawValue, text: $0.text, isOn: $0.isOn, remove: removals[$0.id])
    }
    self.screen = form.screen
    self.handle = { form.handle($0) != nil }
    self.finish = finish
  }
}

extension FormPage {
  init(_ store: StoreOf<Basics>, cursor: UIBinding<FormCursor>) {
    @UIBindable var store = store
    self.init(
      "Account",
      introduction: "How do you want to sign in?",
      form: Form(
        focus: $store.focus,
        cursor: cursor,
        [
          .text("Email", $store.draft.email, id: .email, problem: store.state.problem(with: .email)),
          .text(
            "Password",
            $store.draft.password,
            id: .password,
            isPassword: true,
            problem: store.state.problem(with: .password)
          ),
        ]
      )
    ) { [store] in store.send(.nextButtonTapped) }
  }

  init(_ store: StoreOf<PersonalInfo>, cursor: UIBinding<FormCursor>) {
    @UIBindable var store = store
    self.init(
      "About you",
      introduction: "Who are you?",
      form: Form(
        focus: $store.focus,
        cursor: cursor,
        [
          .text("Name", $store.draft.name, id: .name, problem: store.state.problem(with: .name)),
          .text("Phone", $store.draft.phone, id: .phone, problem: store.state.problem(with: .phone)),
          .text(
            "Picture",
            $store.picturePath,
            id: .picture,
            placeholder: StyledText(store.draft.picture?.summary ?? "Optional: the path of a PNG, JPEG or GIF"),
            problem: store.state.problem(with: .picture)
          ),
        ]
      ),
      removals: store.draft.picture == nil ? [:] : [.picture: { [store] in store.send(.removePictureButtonTapped) }]
    ) { [store] in store.send(.nextButtonTapped) }
  }

  init(_ store: StoreOf<Topics>, cursor: UIBinding<FormCursor>) {
    @UIBindable var store = store
    self.init(
      "Topics",
      introduction: "What do you want to hear about?",
      form: Form(
        focus: $store.focus,
        cursor: cursor,
        Topic.allCases.map { topic in
          .toggle(
            StyledText(topic.title),
            $store.draft.topics[contains: topic],
            id: topic,
            problem: topic == Topic.allCases.last ? store.problem : nil
          )
        }
      )
    ) { [store] in store.send(.nextButtonTapped) }
  }
}

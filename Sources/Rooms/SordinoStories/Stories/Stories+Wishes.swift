import SordinoSession

extension StoryScript {
    /// Scenarios of requests that only single programs make: preferred hardware, overridden routes, decoders, permissions.
    ///
    /// Left out, since events do not tell them: S79 and S80 (which channels carry the samples), S84 and S86 (values of getters),
    /// S100 and S107 (objects within a program), S105 (files of system sounds), S119 (another spelling of a request).
    static let wishing = [
        StoryScript("S08 music that mixes over music that mixes", "Mix plays; Mix back; Mix2 plays"),
        StoryScript("S24 a prompt that does not tell of its end", "Pod plays; Pod back; Prompt on; Prompt quiet"),
        StoryScript("S37 suspended while active", "Mix on; Mix back; Mix sleeps; Mix front; Mix plays"),
        StoryScript("S40 a start in the background without a mode", "Mus plays; Plain back; Plain on; Plain front"),
        StoryScript("S53 the assistant pauses music", "Mus plays; siri; Mus told-to-pause; dismiss"),
        StoryScript("S63 a chat on the loudspeaker", "VoIP plays; VoIP louder-speaker; VoIP earpiece"),
        StoryScript(
            "S64 the loudspeaker until the route changes", "VoIP plays; VoIP louder-speaker; +headset; -headset"),
        StoryScript("S65 the loudspeaker by an option", "Hands plays; +headset; -headset"),
        StoryScript("S66 the loudspeaker beside a headset", "+headset; VoIP plays; VoIP louder-speaker"),
        StoryScript("S67 the loudspeaker without recording", "Mus plays; Mus louder-speaker"),
        StoryScript("S68 the built-in microphone beside a headset", "+headset; VoIP plays; VoIP own-mic"),
        StoryScript("S69 a microphone of a program that mixes", "Mus plays; +headset; Talk plays; Talk own-mic"),
        StoryScript("S73 two Bluetooth devices", "+bluetooth; Both plays; +speaker; -speaker"),
        StoryScript("S77 several routes at once", "+hdmi; +headphones; Multi plays; Multi off"),
        StoryScript("S78 several routes without the loudspeaker", "Multi plays; +usb; -usb"),
        StoryScript(
            "S81 channels of a cinema", "+cinema; Mus plays; Mus six-channels; Mus eight-channels; -cinema"),
        StoryScript(
            "S82 the rate of a program that does not mix",
            "Mix rate-44100; Mix plays; VoIP rate-24000; VoIP block-20ms; VoIP plays; VoIP off"),
        StoryScript("S83 a rate before the session is active", "Mus rate-24000; Mus plays"),
        StoryScript("S85 a short block", "Mus plays; Mus block-5ms"),
        StoryScript("S89 no hint in the background", "Game plays; Game back; Mus plays; Mus off"),
        StoryScript("S91 options are stated anew", "Hands plays; Hands plain-options"),
        StoryScript("S92 an option of another category", "Mus plays; Mus wrong-option"),
        StoryScript("S93 a mode of another category", "Multi plays; Multi game-chat"),
        StoryScript("S94 a mode of a program that mixes", "Talk plays; Talk voice-chat"),
        StoryScript("S96 no microphone", "Mus plays; -microphones; Rec plays"),
        StoryScript("S98 another source of the microphone", "VoIP plays; VoIP front-mic"),
        StoryScript("S101, S103 two compressed players", "Mus decodes-aac; Game decodes-aac; Game plays"),
        StoryScript("S102 two players of HE-AAC", "Mus decodes-heaac; Mix decodes-heaac"),
        StoryScript(
            "S104 the decoder of an interrupted program", "Mus decodes-aac; Radio decodes-aac; Radio off; Mus plays"),
        StoryScript("S106 a system sound while the phone rings", "Mus plays; ring; Game chimes; decline; Game chimes"),
        StoryScript("S108 playing activates", "Mix plays; Mus plays; Radio plays"),
        StoryScript("S110 a muted microphone that does not interrupt", "Folio plays; mute; open"),
        StoryScript("S112 recording without permission", "Shy plays; Shy off"),
        StoryScript("S113 sound of long form", "Long plays; +airplay; Long mixing-long-form; -airplay"),
        StoryScript("S116 the user picks a route", "+airplay; +headphones; Mus plays; pick airplay; -headphones"),
        StoryScript("S117 two that ask for blocks", "Mix block-5ms; Mix plays; Mus block-20ms; Mus plays; Mus off"),
        StoryScript("S118 a conversation when a headset arrives", "VoIP plays; +headset; VoIP pauses; -headset"),
        StoryScript("S120 the interrupter stops but stays", "Mus plays; Mus back; Radio plays; Radio pauses"),
    ]
}

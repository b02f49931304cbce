import SordinoPolicy
import SordinoSession

extension StoryScript {
    /// The scenarios of `scenarios-of-the-rules.md` that events alone can express, by their numbers.
    package static let scenarios: [StoryScript] = calls + apps + prompts + background + routes + rest + wishing

    private static let calls = [
        StoryScript("S01 a call is declined", "Mus plays; Mus back; ring; decline; Mus plays"),
        StoryScript("S02 a call is accepted and ends", "Mus plays; Mus back; ring; accept; wait 60; hangup; Mus plays"),
        StoryScript("S03 a call in a banner is declined", "Mus plays; banner; decline"),
        StoryScript("S04 a call in a banner is accepted", "Mus plays; banner; accept; hangup"),
        StoryScript("S05 an alarm", "Mus plays; Mus back; alarm; ack; Mus plays"),
        StoryScript("S44 recording during a call", "ring; accept; Rec on; hangup"),
        StoryScript("S45, S46 playing during a call", "ring; accept; Radio plays; hangup"),
        StoryScript("S47, S48 a chat over music", "Mus plays; Mus back; VoIP plays; VoIP calls; VoIP hangs; VoIP off"),
        StoryScript(
            "S49, S50 a call over a chat", "Mus plays; Mus back; VoIP plays; ring; accept; hangup; VoIP plays; VoIP off"
        ),
        StoryScript("S51 an alarm during a call", "Mus plays; ring; accept; alarm; ack; hangup"),
        StoryScript("S52 the assistant over music", "Mus plays; siri; speaks; dismiss; Mus plays"),
        StoryScript("S54 recording while the assistant listens", "siri; Rec plays; dismiss"),
        StoryScript("S55 a call on top of the assistant", "Mus plays; siri; ring; dismiss; decline"),
        StoryScript(
            "S56 a call over games and directions", "Game plays; Mix plays; Nav on; ring; decline; Nav on; Game plays"),
        StoryScript("an emergency over everything", "Mus plays; Game plays; Nav on; emergency; over; Mus plays"),
        StoryScript("an emergency during a call", "Mus plays; ring; accept; emergency; over; hangup"),
        StoryScript("an alarm that nobody answers", "Mus plays; alarm; wait 1000; Mus plays"),
    ]

    private static let apps = [
        StoryScript("S06 a game over music", "Mus plays; Mus back; Game plays"),
        StoryScript("S07 a game that does not mix over music", "Mus plays; Mus back; Solo plays"),
        StoryScript("S09 music that mixes over music", "Mus plays; Mus back; Mix plays"),
        StoryScript("S10 music over music that mixes", "Mix plays; Mix back; Radio plays"),
        StoryScript(
            "S11, S12 music over music, told of the end", "Mus plays; Mus back; Radio plays; Radio off; Mus plays"),
        StoryScript("S13 music over music, not told", "Mus plays; Mus back; Radio plays; Radio quiet"),
        StoryScript("S14 the interrupter crashes", "Mus plays; Mus back; Radio plays; Radio dies"),
        StoryScript("S15 the interrupted takes back", "Mus plays; Radio plays; Mus front; Mus on"),
        StoryScript("S16 activated twice", "Mus plays; Mus on"),
        StoryScript("S42, S43 deactivated while it plays", "Mus plays; Mus off"),
        StoryScript("S95 a film over music and back", "Mus plays; Film plays; Film off; Mus plays"),
        StoryScript("S114 the interrupted gives up", "Mus plays; Radio plays; Mus off; Radio off"),
        StoryScript("a silent session that holds others", "Mus plays; Radio on; wait 400; Mus plays"),
        StoryScript("a film, a game and a podcast", "Film plays; Game plays; Pod plays; Pod off; Film plays"),
    ]

    private static let prompts = [
        StoryScript("S17 directions over music", "Mus plays; Mus back; Nav on; Nav plays; Nav pauses; Nav off"),
        StoryScript("S18 a duck lasts while the session is active", "Mus plays; Nav on; wait 5; Nav off"),
        StoryScript("S19 two that duck", "Mus plays; Nav on; Prompt on; Nav off; Prompt off"),
        StoryScript("S20 a late starter", "Nav on; Mix plays; Nav off"),
        StoryScript("S21 a prompt over a podcast", "Pod plays; Pod back; Prompt on; Prompt off; Pod plays"),
        StoryScript("S22 a prompt over music and a podcast", "Mix plays; Pod plays; Prompt on; Prompt off; Pod plays"),
        StoryScript("S23 directions over a podcast", "Pod plays; Nav on; Nav off"),
        StoryScript("directions over a film", "Film plays; Nav on; Nav off"),
        StoryScript("directions over a game", "Game plays; Nav on; Nav off"),
        StoryScript("directions over a chat", "VoIP plays; Nav on; Nav off"),
        StoryScript("the screen reader over music", "Mus plays; reader; wait 2; read"),
        StoryScript("the screen reader over a game", "Game plays; reader; read"),
    ]

    private static let background = [
        StoryScript("S25 recording beside games", "Mix plays; Game plays; Rec plays; Rec off"),
        StoryScript("S26, S27 recording over music", "Mus plays; Mus back; Rec plays; Rec off; Mus plays"),
        StoryScript("S28 recording under lock", "Rec plays; lock; wait 60; unlock"),
        StoryScript("S29, S30 music under lock", "Mus plays; lock; wait 60; unlock"),
        StoryScript("S31 a game under lock", "Solo plays; lock; unlock; Solo plays"),
        StoryScript("S32 the ringer switch and a game", "Game plays; silent; loud"),
        StoryScript("S33 the ringer switch and music", "Mus plays; silent; loud"),
        StoryScript("S34 the ringer switch and headphones", "+headphones; Game plays; silent; loud"),
        StoryScript("the ringer switch and a call", "silent; ring; decline; +headphones; ring; decline"),
        StoryScript("S35 music in the background", "Mus plays; Mus back; wait 60"),
        StoryScript("S36 a game in the background", "Game plays; Game back; Game front; Game plays"),
        StoryScript("S38 a start in the background", "Mus plays; Radio back; Radio on"),
        StoryScript("S39 a mixing start in the background", "Mus plays; Mix back; Mix plays"),
        StoryScript(
            "S41 going on after a call in the background", "Mus plays; Mus back; ring; accept; hangup; Mus plays"),
        StoryScript("going on too late", "Mus plays; Mus back; ring; decline; wait 20; Radio plays; Mus plays"),
        StoryScript("active in the background without a sound", "Mus on; Mus back; wait 40"),
        StoryScript("a background start that interrupts nobody", "Mus back; Mus on"),
    ]

    private static let routes = [
        StoryScript("S57, S58 headphones in and out", "Mus plays; +headphones; -headphones; Mus plays"),
        StoryScript("S59 out, and back to what came before", "+bluetooth; +headphones; Mus plays; -headphones"),
        StoryScript("S60 something else is unplugged", "+speaker; +headphones; Mus plays; -speaker"),
        StoryScript("S61 a game without its headphones", "+headphones; Game plays; -headphones"),
        StoryScript("S62 a conversation", "VoIP plays; VoIP off"),
        StoryScript("S70 a headset of calls and music", "Mus plays; +bluetooth; -bluetooth"),
        StoryScript("S71 a chat and a headset", "VoIP plays; +bluetooth; -bluetooth"),
        StoryScript("S72 a recording and a headset", "+bluetooth; Memo plays; Memo off"),
        StoryScript("S74 AirPlay", "+airplay; Mus plays; -airplay"),
        StoryScript("S75 HDMI", "+hdmi; Mus plays; VoIP plays; VoIP off; Mus plays"),
        StoryScript("S76 USB", "+usb; Mus plays; alarm; ack"),
        StoryScript("S97 a headset with a microphone", "+headset; Rec plays; -headset"),
        StoryScript(
            "everything is plugged in", "Mus plays; +lineout; +usb; +hdmi; +speaker; +headphones; -headphones; -usb"),
        StoryScript("a car comes and goes", "Mus plays; +car; Nav on; Nav off; ring; accept; hangup; -car"),
        StoryScript("a call on headphones", "+headphones; Mus plays; ring; accept; hangup; Mus plays"),
    ]

    private static let rest = [
        StoryScript("S88 a hint for a game", "Game plays; Mus plays; Mus off"),
        StoryScript("S90 other audio", "Game plays; Mix plays; Mix off"),
        StoryScript("S99 the media services are lost", "Mus plays; Game plays; lost; restart; Mus plays"),
        StoryScript("S109 a muted microphone", "VoIP plays; mute; open; VoIP plays"),
        StoryScript("S111 prompts beside the assistant", "Prompt on; siri; speaks; dismiss; Prompt on"),
        StoryScript("S115 waking", "Mus plays; wake"),
        StoryScript("S87 a volume key", "Mus plays; louder; Mus off; louder"),
    ]

    /// The acts of programs in stories of chance; a new word in one of these lists changes all of them.
    private static let acts = ["plays", "pauses", "on", "off", "quiet", "back", "front", "dies", "calls", "hangs"]

    /// The events of the device in stories of chance.
    private static let chances = [
        "ring", "banner", "accept", "decline", "hangup", "alarm", "ack", "siri", "speaks", "dismiss", "lock", "unlock",
        "silent", "loud", "mute", "open", "lost", "restart", "reader", "read", "emergency", "over", "wake", "louder",
    ]

    private static let chanceAccessories = [
        "headphones", "headset", "lineout", "bluetooth", "speaker", "hdmi", "usb", "airplay", "car",
    ]

    /// Stories of chance, the same for the same seed.
    package static func random(seed: UInt64, parts: Int = 60) -> StoryScript {
        var state = seed
        func next(_ count: Int) -> Int {
            // SplitMix64.
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ (mixed >> 31)) % UInt64(count))
        }
        var parts = (0..<parts).map { _ -> String in
            switch next(10) {
            case 0: return chances[next(chances.count)]
            case 1: return (next(2) == 0 ? "+" : "-") + chanceAccessories[next(chanceAccessories.count)]
            case 2: return "wait \([1, 5, 40, 400][next(4)])"
            default: return "\(cast[next(cast.count)].name) \(acts[next(acts.count)])"
            }
        }
        parts.insert("\(cast[next(cast.count)].name) plays", at: 0)
        return StoryScript("chance \(seed)", parts.joined(separator: "; "))
    }
}

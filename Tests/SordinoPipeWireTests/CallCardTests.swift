import CGraphClock
import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import Synchronization
import Testing

extension PipeWireTests {
    /// A phone's card on a server in a call: what it is asked for, and what programs see of it.
    @Suite(.serialized) struct CallCardTests {
        private final class Reports: Sendable {
            private let latest = Mutex<TelephoneReport?>(nil)
            func take(_ report: TelephoneReport) { latest.withLock { $0 = report } }
            var last: TelephoneReport? { latest.withLock { $0 } }
        }

        private final class Phone {
            let stand: PipeWireStand
            let card: OpaquePointer
            let number: UInt32
            let reports = Reports()

            init() throws {
                stand = try PipeWireStand()
                // Not within the macro: its copies of texts do not live long enough for C.
                let device = fake_device_start(
                    stand.server.remote, "device.name = phone device.description = Phone media.class = Audio/Device",
                    "off HiFi Voice_Call", "earpiece speaker <mic", 1, 0)
                card = try #require(device)
                let found = stand.hand.wait { graph in
                    graph.devices.values.first { $0.properties["device.name"] == "phone" }?.id
                }
                number = try #require(found)
                plug("HiFi")
                let uids = ["phone:earpiece", "phone:speaker", "phone:mic"]
                let ports = stand.recorder.wait { [stand] in
                    uids.allSatisfy { uid in stand.hardware.ports.contains { $0.uid == uid } }
                }
                try #require(ports, "\(stand.hardware.ports.map(\.uid))")
                stand.hardware.whenCardsAnswer { [reports] in reports.take($0) }
            }

            deinit { fake_device_free(card) }

            func plug(_ name: String) {
                func properties(_ part: Int) -> [String: String] {
                    ["device.id": "\(number)", "card.profile.device": "\(part)"]
                }
                stand.hand.plug("\(name) sink", properties: properties(0))
                stand.hand.plug("\(name) source", isSource: true, positions: "MONO", properties: properties(1))
            }

            func unplug(_ name: String) { for end in ["sink", "source"] { stand.hand.unplug("\(name) \(end)") } }

            func talk(_ port: String, isMuted: Bool = false) {
                stand.hardware.follow { call in
                    (call.isTalking, call.isMicrophoneMuted) = (true, isMuted)
                    (call.outputs, call.inputs) = ([port], ["phone:mic"])
                }
            }

            func hangUp() {
                stand.hardware.follow { ($0.isTalking, $0.outputs, $0.inputs) = (false, [], []) }
            }

            func becomes(_ finding: CallCards.Finding) -> Bool {
                stand.recorder.wait { reports.last?.findings == [finding] }
            }
        }

        @Test func theCardIsInItsProfileAndOnThePortsOfTheCall() throws {
            let phone = try Phone()
            let (stand, card) = (phone.stand, phone.card)
            let log = EventLog()
            stand.hardware.begin { log.add($0) }
            phone.talk("phone:earpiece")
            #expect(stand.recorder.wait { fake_device_profile(card) == 2 })
            phone.unplug("HiFi")
            phone.plug("Voice")
            #expect(phone.becomes(.active(card: "Phone", profile: "Voice Call")))
            phone.talk("phone:speaker")
            #expect(stand.recorder.wait { fake_device_route(card, false) == 1 })
            phone.talk("phone:speaker", isMuted: true)
            #expect(stand.recorder.wait { fake_device_is_muted(card, true) })
            phone.hangUp()
            #expect(stand.recorder.wait { fake_device_profile(card) == 1 && !fake_device_is_muted(card, true) })
            #expect(fake_device_profiles_set(card) == 2)
            #expect(!log.entries.contains { if case .portsDeparted = $0 { true } else { false } })
        }

        @Test func aCardThatRefusesIsAskedTwiceAndNamed() throws {
            let phone = try Phone()
            fake_device_refuse(phone.card, true)
            phone.talk("phone:earpiece")
            #expect(phone.becomes(.late(card: "Phone", profile: "Voice Call")))
            #expect(fake_device_profiles_set(phone.card) == 2)
        }

        @Test func aCardIsLeftAloneWhereCallaudiodIs() throws {
            let phone = try Phone()
            phone.stand.hardware.follow { $0.hasCallaudiod = true }
            phone.talk("phone:speaker")
            #expect(phone.stand.recorder.wait { phone.reports.last?.master == .callaudiod })
            phone.stand.pass(48_000)
            #expect(fake_device_profiles_set(phone.card) == 0 && fake_device_route(phone.card, false) == 0)
        }
    }
}

package ei

// The names of the protocol's interfaces, and the version of each that is spoken here.
const (
	connectionName = "ei_connection"
	callbackName   = "ei_callback"
	pingpongName   = "ei_pingpong"
	seatName       = "ei_seat"
	deviceName     = "ei_device"
	absoluteName   = "ei_pointer_absolute"
	buttonName     = "ei_button"
	keyboardName   = "ei_keyboard"

	version = uint32(1)
)

// interfaces are all that is spoken here, but the handshake.
var interfaces = []string{
	connectionName, callbackName, pingpongName, seatName, deviceName, absoluteName, buttonName, keyboardName,
}

// The handshake's object is there from the start.
const handshakeObject = uint64(0)

// Requests, the opcodes of what a client sends.
const (
	handshakeVersion   = 0
	handshakeFinish    = 1
	handshakeContext   = 2
	handshakeClient    = 3
	handshakeInterface = 4

	connectionSync       = 0
	connectionDisconnect = 1

	pingpongDone = 0

	seatBind = 1

	deviceStart = 1
	deviceFrame = 3

	absoluteMotion = 1
	buttonButton   = 1
	keyboardKey    = 1
)

// sender is the type of a client that sends input, in the handshake.
const sender = uint32(2)

// Events, the opcodes of what a server sends.
const (
	handshakeVersionEvent    = 0
	handshakeConnectionEvent = 2

	connectionDisconnectedEvent = 0
	connectionSeatEvent         = 1
	connectionPingEvent         = 3

	callbackDoneEvent = 0

	seatDestroyedEvent  = 0
	seatCapabilityEvent = 2
	seatDoneEvent       = 3
	seatDeviceEvent     = 4

	deviceDestroyedEvent = 0
	deviceRegionEvent    = 4
	deviceInterfaceEvent = 5
	deviceResumedEvent   = 7
	devicePausedEvent    = 8

	keyboardKeymapEvent    = 1
	keyboardModifiersEvent = 4
)

// keymapXKB is the type of a keymap in the format of xkbcommon.
const keymapXKB = 1

// numLock is the modifier that changes the keypad alone, as xkbcommon's keymaps count it.
const numLock = 1 << 4

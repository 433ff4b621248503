package screen

import (
	"autoqueens/internal/fault"
	"autoqueens/internal/quartz"
)

func wayNames() []string { return []string{quartzWay} }

func openBy(string) (platform, error) { return openPlatform() }

func openPlatform() (platform, error) {
	library, err := quartz.Load()
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess, err.Error(), "use macOS 10.15 or newer")
	}
	return openQuartz(library)
}
